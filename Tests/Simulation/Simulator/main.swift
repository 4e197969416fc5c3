import Logging

// `emojiart-simulation`: the server, its disk, its network and its clients, from seeds.
LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
Conductor(options: Options(CommandLine.arguments)).run()
