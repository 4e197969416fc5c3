internal import ArgumentParser

/// How long a command may take.
struct TimeLimit: ParsableArguments {
    @Option(name: .customLong("timeout"), help: "Seconds to wait before giving up; 0 for no limit.")
    var seconds: Double = 30

    func validate() throws {
        // Also no number at all fails this; a billion seconds is about 32 years.
        guard (0...1e9).contains(seconds) else {
            throw ValidationError("--timeout takes 0 to 1000000000 seconds.")
        }
    }
}
