import Foundation
import PackagePlugin

/// Makes one script and one style sheet of the browser client's modules when the server is built.
///
/// A browser asks for four files in place of a hundred: a class of people behind one address opens
/// the page at once. The modules stay what is written, checked and tested.
@main struct PageBundle: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let web = context.package.directoryURL.appending(path: "Sources/Web")
        let script = context.package.directoryURL.appending(path: "Sources/PageBundle/bundle.sh")
        let output = context.pluginWorkDirectoryURL.appending(path: "PageFiles.swift")
        let files = FileManager.default.enumerator(at: web, includingPropertiesForKeys: nil)
        let sources = files?.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath } ?? []
        return [
            .buildCommand(
                displayName: "Bundling the browser client",
                executable: URL(filePath: "/bin/bash"),
                arguments: [script.path, web.path, output.path],
                inputFiles: sources.sorted { $0.path < $1.path } + [script],
                outputFiles: [output]
            )
        ]
    }
}
