# The two commands:
#   make run    builds in release mode, starts the server, says where it is
#   make test   everything that proves the project
# Both install what they need on Debian 12 (as root, or with sudo) and are quick the second time.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help

# The libraries, and for the tests what counts and breaks system calls, and a terminal.
RUN_PACKAGES := libwebsockets-dev libwebsockets-evlib-ev libsqlite3-dev libssl-dev pkg-config
# For pictures: what draws them, what reads a background, and a font with emojis.
RUN_PACKAGES += libcairo2-dev libpango1.0-dev libturbojpeg0-dev fonts-noto-color-emoji
# The way to brokers, for a server that is one of several.
RUN_PACKAGES += libnats-dev
TEST_PACKAGES := $(RUN_PACKAGES) strace tmux chromium
# For promtool, which judges the figures and the alerts; its service is not started.
TEST_PACKAGES += prometheus
# For several nodes: what gives them one order, of which tests start their own.
TEST_PACKAGES += nats-server
# For hosting: certificates, proxies in front, and what judges the unit and its system calls.
TEST_PACKAGES += openssl nginx-light haproxy systemd python3-seccomp
# For the Debian package, which a test installs.
TEST_PACKAGES += dpkg-dev
# For the Debian package: what finds its dependencies, and what the client's runtime links to.
DEB_PACKAGES := $(RUN_PACKAGES) dpkg-dev libcurl4-openssl-dev
# For the browser client: its types, its tests without a page, and what drives Chromium.
TEST_PACKAGES += nodejs node-typescript python3-venv
PYTHON_PACKAGES := playwright==1.65.2 axe-playwright-python==0.1.8 websockets==17.4
ARGS ?=

.PHONY: help run cluster test page measure pictures simulation planted soak fuzz fuzz-corpus sanitize bench picture lint
.PHONY: format deb package-test setup-run setup-test setup-deb clean

help:
	@echo "make run     build in release mode and start the server; ARGS=... for its options"
	@echo "make cluster start three servers that are one, with brokers, on this machine"
	echo "make test    lint, build without warnings, all tests, simulation, planted bugs"
	echo "make page    the tests of the browser client alone"
	echo "make measure how fast the browser client is with a full document"
	echo "make pictures  take the pictures of it for the README anew"
	echo "make simulation  the server on a simulated disk and network; SECONDS_OF_SIMULATION=60"
	echo "make planted     the same, then find the bugs that are planted in it on purpose"
	echo "make soak    the same checks for longer; MINUTES=30 of running time in all"
	echo "make bench   count instructions and allocations, and load the server; ARGS=--help"
	echo "make fuzz    try arbitrary bytes; MINUTES=1 for each target, TARGETS=... for some of them"
	echo "make fuzz-corpus  keep the best of what fuzzing found as tests"
	echo "make sanitize  run all tests under AddressSanitizer, ThreadSanitizer and valgrind"
	echo "make picture record the editor anew for the README"
	echo "make deb     build a Debian package; VERSION=... for another version than the program's"
	echo "make package-test  install that package into a scratch root, use, upgrade and remove it"
	echo "make format  put the code in its format"
	echo "make clean   remove what was built"

run: setup-run
	@echo "== building (release)"
	swift build -c release --product emojiart-server
	swift build -c release --product emojiart
	exec .build/release/emojiart-server $(ARGS)

cluster: setup-run
	@$(call install,nats-server curl)
	echo "== building (release)"
	swift build -c release --product emojiart-server
	exec Sources/emojiart-server/Operations/cluster.sh

# Live tests that load the machine so that others would miss their deadlines.
ALONE := Storm|KillSweep|ErrorSweep|FlipSweep|TornPage|LiveCopy|SlowDisk|FullDisk|RecoveryTime
ALONE := $(ALONE)|OperatorDay|Sandbox|MemorySoak|Stampede|Stall|Abuse[A-Za-z]*|SocketFuzz|CutSweep|LostAnswer
ALONE := $(ALONE)|NodesStorm|NodesKillLoop

test: setup-test lint
	@echo "== building the tests; a warning is an error"
	swift build --build-tests
	$(MAKE) --no-print-directory page
	# One target after another: the live tests have the machine to themselves.
	targets=$$(swift test list --skip-build | cut -d. -f1 | sort -u)
	for target in $$targets; do
		echo "== $$target"
		$(call tested,--filter "^$$target\." --skip 'LiveTests\.($(ALONE))Tests')
	done
	echo "== LiveTests, those that need the machine, one after the other"
	$(call tested,--no-parallel --filter '^LiveTests\.($(ALONE))Tests')
	$(MAKE) --no-print-directory planted SECONDS_OF_SIMULATION=30
	echo "== all tests passed"

# The browser client: its types, its model by node, and all of it in Chromium.
page: setup-test
	@echo "== the browser client"
	tsc --project Sources/emojiart-server/Web/jsconfig.json
	swift build --product emojiart-sequence
	node --test $(wildcard Tests/Browser/unit/*.test.js)
	$(call playwright)
	swift build --product emojiart-server
	cd Tests/Browser/pages
	@echo "== the page in Chromium, two files of tests at a time, the largest first"
	ls -S test_*.py | xargs --max-procs=2 --max-args=1 sh -c '$(ONE_FILE)' \
		$(CURDIR)/.build/playwright/bin/python

# What a file of tests says is shown whole, when it is done.
ONE_FILE := said=$$("$$0" -m unittest --verbose "$$1" 2>&1); end=$$?; echo "$$said"; exit $$end

measure: setup-test
	@$(call playwright)
	swift build -c release --product emojiart-server
	.build/playwright/bin/python Tests/Browser/measure.py

pictures: setup-test
	@$(call playwright)
	swift build --product emojiart-server
	.build/playwright/bin/python Tests/Browser/pictures.py

# New seeds, and some twice: a seed must give the same run each time. The sources as they are.
SECONDS_OF_SIMULATION ?= 60
simulation: setup-test
	@$(call assemble,simulation,)
	.build/simulation/.build/release/emojiart-simulation --seconds $(SECONDS_OF_SIMULATION)

# Bugs on purpose: each has to be found, by a seed that passes without it. First new seeds while
# none of them is switched on: `make test` builds one package, not two.
planted: setup-test
	@$(call assemble,planted,--planted)
	.build/planted/.build/release/emojiart-simulation --seconds $(SECONDS_OF_SIMULATION)
	.build/planted/.build/release/emojiart-simulation --planted

# The checks that get better with time: a quarter each for simulated seeds, storms of faults on the
# real programs, memory, and arbitrary bytes; then abuse of the release build, beside which others
# wait at most twice as long; then each point of the crash sweeps once.
soak: setup-test
	@minutes=$${MINUTES:-30}
	seconds=$$((minutes * 15))
	swift build --build-tests
	$(MAKE) --no-print-directory simulation SECONDS_OF_SIMULATION=$$seconds
	EMOJIART_STORM_SECONDS=$$seconds swift test --skip-build --filter 'LiveTests\.StormTests'
	EMOJIART_STORM_SECONDS=$$seconds swift test --skip-build --filter 'LiveTests\.NodesStormTests'
	EMOJIART_FAULT_ROUNDS=$$((seconds / 30 + 1)) swift test --skip-build \
		--filter 'LiveTests\.NodesKillLoopTests'
	EMOJIART_SOAK_SECONDS=$$seconds swift test --skip-build --filter 'LiveTests\.MemorySoakTests'
	EMOJIART_FUZZ_SECONDS=$$((seconds / 2)) swift test --skip-build \
		--filter 'LiveTests\.SocketFuzzTests'
	EACH=$$((seconds / 18 + 1)) Tests/Fuzz/fuzz.sh
	swift build -c release
	EMOJIART_BIN=$(CURDIR)/.build/release swift test --skip-build --no-parallel \
		--filter 'LiveTests\.Abuse'
	EMOJIART_SWEEP=full swift test --skip-build --filter 'LiveTests\..*Sweep'
	echo "== soaked"

bench: setup-run
	@$(call install,valgrind)
	for name in emojiart-server emojiart emojiart-floor emojiart-bench; do
		swift build -c release --product $$name
	done
	.build/release/emojiart-bench $(ARGS)

fuzz:
	@Tests/Fuzz/fuzz.sh

fuzz-corpus:
	@Tests/Fuzz/fuzz.sh merge

sanitize: setup-test
	@$(call install,valgrind)
	ALONE='$(ALONE)' Tests/Sanitizers/sanitize.sh

picture: setup-test
	@for name in emojiart-server emojiart emojiart-picture; do
		swift build --product $$name
	done
	.build/debug/emojiart-picture

lint: setup-run
	@echo "== format lint"
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	echo "== what is declared of Pango, compared with its headers"
	clang -std=c11 -Werror -fsyntax-only -include pango/pangocairo.h \
		$$(pkg-config --cflags pangocairo) -x c Sources/CPangoCairo/shim.h

deb: setup-deb
	@Sources/emojiart-server/Operations/deb.sh

# The package, installed beside the machine's own: used, upgraded, removed.
package-test: deb setup-test
	@Tests/Package/package.sh

format:
	@swift format --in-place --parallel --recursive Package.swift Sources Tests

setup-run:
	@$(call install,$(RUN_PACKAGES))

setup-deb:
	@$(call install,$(DEB_PACKAGES))

setup-test:
	@$(call install,$(TEST_PACKAGES))

clean:
	@rm -rf .build

# Runs tests; what fails among thousands of lines is said again at the end.
define tested
swift test --skip-build $(1) 2>&1 | tee .build/tests.log || {
	echo "== what failed:"
	grep -A 1 'recorded an issue' .build/tests.log || tail .build/tests.log
	exit 1
}
endef

# Installs what drives the browser, beside the build; asks no network when all is there.
define playwright
[[ -x .build/playwright/bin/python ]] || python3 -m venv .build/playwright
.build/playwright/bin/python -m pip install --quiet --disable-pip-version-check $(PYTHON_PACKAGES)
endef

# Lays out and builds a package in which the server runs on a simulated network and disk.
define assemble
swift build --product emojiart-assemble
.build/debug/emojiart-assemble --package .build/$(1) $(2)
echo "== building the $(1) package (release)"
swift build --package-path .build/$(1) -c release
endef

# Installs the Debian packages that are missing, if any; starts no service that comes with them.
define install
missing=()
for package in $(1); do
	dpkg-query --show --showformat='$${Status}' "$$package" 2>/dev/null \
		| grep -q 'install ok installed' || missing+=("$$package")
done
if (( $${#missing[@]} > 0 )); then
	echo "== installing $${missing[*]}"
	sudo=(); (( EUID == 0 )) || sudo=(sudo)
	"$${sudo[@]}" apt-get update -qq
	policy=/usr/sbin/policy-rc.d
	if [[ ! -e $$policy ]]; then
		trap '"$${sudo[@]}" rm -f "$$policy"' EXIT
		printf '#!/bin/sh\nexit 101\n' | "$${sudo[@]}" tee "$$policy" >/dev/null
		"$${sudo[@]}" chmod 755 "$$policy"
	fi
	DEBIAN_FRONTEND=noninteractive "$${sudo[@]}" apt-get install -qq -y \
		--no-install-recommends "$${missing[@]}"
fi
command -v swift >/dev/null || { echo "Swift 6.3 is not in PATH: see swift.org/install"; exit 1; }
endef
