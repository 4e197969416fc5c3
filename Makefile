# The two commands:
#   make run    builds in release mode, starts the server, prints its address
#   make test   proves the project to a newcomer
# Both install what they need on Debian 12 (as root, or with sudo) and are quick the second time.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help

# SwiftPM builds all anew when a terminal has it show colours and a pipe does not.
BUILD := swift build --no-color-diagnostics
.NOTPARALLEL:

# The libraries.
RUN_PACKAGES := libwebsockets-dev libwebsockets-evlib-ev libsqlite3-dev libpq-dev libssl-dev pkg-config
# For pictures: what draws them, what reads a background, and a font with emojis.
RUN_PACKAGES += libcairo2-dev libpango1.0-dev libturbojpeg0-dev fonts-noto-color-emoji
# The way to hooks.
RUN_PACKAGES += libcurl4-openssl-dev
# What makes one script of the browser client's modules, and WebAssembly of its core.
RUN_PACKAGES += esbuild binaryen wasi-libc libclang-rt-14-dev-wasm32
# What counts and breaks system calls, a terminal, certificates, and the other store.
TEST_PACKAGES := $(RUN_PACKAGES) strace tmux openssl postgresql-15
# For the browser client: its types, its tests without a page, and what drives Chromium.
TEST_PACKAGES += chromium nodejs node-ws node-typescript python3-venv
# What judges figures and alerts, proxies in front, the unit and its system calls.
PROVE_PACKAGES := $(TEST_PACKAGES) prometheus nginx-light haproxy systemd python3-seccomp
# For several servers on one machine: the database that fails over, and the proxy in front.
CLUSTER_PACKAGES := $(RUN_PACKAGES) postgresql-15 patroni etcd-server haproxy python3
# For the Debian package: what finds its dependencies.
DEB_PACKAGES := $(RUN_PACKAGES) dpkg-dev
PROVE_PACKAGES += dpkg-dev patroni etcd-server curl
PYTHON_PACKAGES := playwright==1.65.2 axe-playwright-python==0.1.8 websockets==17.4
ARGS ?=
SUITES ?=

.PHONY: help run cluster check test prove page measure picture simulation soak fuzz fuzz-corpus
.PHONY: sanitize bench figures words docs lint format deb package-test clean
.PHONY: setup-run setup-cluster setup-test setup-prove setup-deb setup-page

help:
	@echo "make run     build in release mode and start the server; ARGS=... for its options"
	@echo "make check   format of what changed, build, pure tests: after each change"
	echo "make test    lint, build, all that proves the project in minutes: before a push"
	echo "make prove   all the rest: sweeps, floods, proxies, packages, each page test"
	echo "             SUITES=... runs those of a tier whose names begin so"
	echo "make cluster several servers here, PostgreSQL that fails over, HAProxy; ARGS=--help"
	echo "make soak    storms, seeds and faults that are new each time; MINUTES=30 in all"
	echo "make fuzz    try arbitrary bytes; MINUTES=1 for each target, TARGETS=... for some of them"
	echo "make fuzz-corpus  keep the best of what fuzzing found as tests"
	echo "make sanitize  run all tests under AddressSanitizer, ThreadSanitizer and valgrind"
	echo "make bench   count instructions and allocations, and load the server; ARGS='run --help'"
	echo "make figures several servers beside one: edits, latency, bytes between them"
	echo "make measure how fast the browser client is with a full document"
	echo "make simulation  simulated servers and faults; ARGS='--seconds 60', ARGS='--seed 1'"
	echo "make deb     build a Debian package; VERSION=... for another version than the program's"
	echo "make package-test  install that package into a scratch root, use, upgrade and remove it"
	echo "make picture take the picture of the README again"
	echo "make docs    make the documentation of the libraries"
	echo "make words   accept changed help texts, labels, errors and log lines as reviewed"
	echo "make format  put the code in its format"
	echo "make clean   remove what was built"

run: setup-run
	@echo "== building (release)"
	$(BUILD) -c release --product emojiart-server
	$(BUILD) -c release --product emojiart
	exec .build/release/emojiart-server $(ARGS)

# Several servers, to lose one of them: until Ctrl+C.
cluster: setup-cluster
	@echo "== building (release)"
	$(BUILD) -c release --product emojiart-server
	$(BUILD) -c release --product emojiart
	exec Tests/Cluster/cluster.py $(ARGS)

# The suites of each tier are listed in Tests/Tiers/suites.py.
check:
	@.ci/setup 2500 $(RUN_PACKAGES) python3
	python3 Tests/Tiers/run.py check $(SUITES)

test: setup-test setup-page
	@python3 Tests/Tiers/run.py test $(SUITES)

prove: setup-prove setup-page
	@python3 Tests/Tiers/run.py prove $(SUITES)

# The browser client alone; SUITES=... for some files of its tests.
page: setup-test setup-page
	@tsc --project Sources/Web/jsconfig.json
	$(BUILD) --product emojiart-sequence
	node --test Tests/Browser/unit/*.test.js
	$(BUILD) --product emojiart-server
	.build/playwright/bin/python Tests/Browser/pages.py $(SUITES)

# The documentation of each module that has a catalogue: what is public of libraries, and all that
# other modules may use of the rest.
docs: setup-run
	@$(BUILD)
	for catalogue in Sources/*/*.docc; do
		name=$$(basename $$(dirname $$catalogue))
		graphs=.build/docs/graphs/$$name
		grep -q "library(name: \"$$name\"" Package.swift && access=public || access=package
		rm -rf $$graphs
		mkdir -p $$graphs
		swift symbolgraph-extract -module-name $$name -minimum-access-level $$access -skip-inherited-docs \
			-I .build/debug/Modules $$(printf -- '-I %s ' Sources/C*) -output-dir $$graphs \
			-target $$(uname -m)-unknown-linux-gnu
		docc convert $$catalogue --additional-symbol-graph-dir $$graphs --output-path .build/docs/$$name \
			--fallback-display-name $$name --fallback-bundle-identifier emojiart.$$name --warnings-as-errors
	done
	echo "== .build/docs has the documentation"

# Several servers on one PostgreSQL beside a server on SQLite.
figures: setup-test
	@$(BUILD) -c release --product emojiart-server
	$(BUILD) -c release --product emojiart-load
	python3 Tests/Cluster/figures.py

measure: setup-test setup-page
	@$(BUILD) -c release --product emojiart-server
	.build/playwright/bin/python Tests/Browser/measure.py

picture: setup-test setup-page
	@$(BUILD) --product emojiart-server
	$(BUILD) --product emojiart
	.build/playwright/bin/python Tests/Browser/pictures.py

# The server on a simulated network, disk and clock.
simulation:
	@.ci/setup 2500 $(RUN_PACKAGES) python3
	python3 Tests/Tiers/run.py test simulation-build
	.build/simulation/release/emojiart-simulation $(if $(ARGS),$(ARGS),--seconds 60)

# The checks that get better with time, each from a seed that is drawn here and printed: a quarter
# each for simulated seeds, storms of faults on the real programs, memory, and arbitrary bytes; then
# abuse of the release build, beside which others wait at most twice as long; then each point of the
# crash sweeps once.
soak: setup-prove setup-page
	@minutes=$${MINUTES:-30}
	export EMOJIART_SECONDS=$$((minutes * 15)) EMOJIART_SEED=$${EMOJIART_SEED:-$$(date +%s)}
	echo "== from seed $$EMOJIART_SEED; again: EMOJIART_SEED=$$EMOJIART_SEED make soak MINUTES=$$minutes"
	$(BUILD) --build-tests
	$(MAKE) --no-print-directory simulation \
		ARGS="--seconds $$EMOJIART_SECONDS --first $$((EMOJIART_SEED * 1000))"
	for suite in Storm MemorySoak SocketFuzz; do
		swift test --skip-build --filter "LiveTests\.$${suite}Tests"
	done
	EACH=$$((EMOJIART_SECONDS / 18 + 1)) Tests/Fuzz/fuzz.sh
	$(BUILD) -c release --product emojiart-server
	EMOJIART_PROGRAMS=.build/release Tests/Siege/siege.py Abuse
	EMOJIART_SWEEP=full swift test --skip-build --filter '(Live|Store)Tests\..*Sweep'
	echo "== soaked"

bench: setup-run
	@.ci/setup 400 valgrind
	for name in emojiart-server emojiart-load emojiart-floor emojiart-bench; do
		$(BUILD) -c release --product $$name
	done
	.build/release/emojiart-bench $(ARGS)

fuzz:
	@.ci/setup 2500 $(RUN_PACKAGES) python3
	Tests/Fuzz/fuzz.sh

fuzz-corpus:
	@.ci/setup 2500 $(RUN_PACKAGES) python3
	Tests/Fuzz/fuzz.sh merge

sanitize: setup-prove
	@.ci/setup 4000 valgrind
	Tests/Sanitizers/sanitize.sh

words: setup-run
	@for name in emojiart-server emojiart; do
		$(BUILD) --product $$name
	done
	Tests/Words/words.py --record

lint: setup-run
	@echo "== format lint"
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	echo "== what is declared of Pango, compared with its headers"
	clang -std=c11 -Werror -fsyntax-only -include pango/pangocairo.h \
		$$(pkg-config --cflags pangocairo) -x c Sources/CPangoCairo/shim.h

deb: setup-deb
	@Sources/emojiart-server/Packaging/deb.sh

# The package, installed beside the machine's own: used, upgraded, removed.
package-test: deb
	@Tests/Package/package.sh

format:
	@swift format --in-place --parallel --recursive Package.swift Sources Tests

setup-run:
	@.ci/setup 400 $(RUN_PACKAGES)

setup-cluster:
	@.ci/setup 400 $(CLUSTER_PACKAGES)

setup-deb:
	@.ci/setup 800 $(DEB_PACKAGES)

setup-test:
	@.ci/setup 2500 $(TEST_PACKAGES)

setup-prove:
	@.ci/setup 4000 $(PROVE_PACKAGES)

# What drives the browser, beside the build; asks no network when all is there.
setup-page: setup-test
	@[[ -x .build/playwright/bin/pip ]] || python3 -m venv .build/playwright
	.build/playwright/bin/python -m pip install --quiet --disable-pip-version-check $(PYTHON_PACKAGES)

clean:
	@rm -rf .build
