import Foundation
import PackagePlugin

/// Makes the browser client's files when the server is built: the core, which is the Swift code of
/// the model, the messages and the replica as WebAssembly, and one script of its modules.
///
/// A browser asks for four files in place of a hundred: a class of people behind one address opens
/// the page at once. The modules stay what is written, checked and tested.
@main struct PageBundle: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let sources = context.package.directoryURL.appending(path: "Sources")
        let scripts = sources.appending(path: "PageBundle")
        let core = context.pluginWorkDirectoryURL.appending(path: "core.wasm")
        let page = context.pluginWorkDirectoryURL.appending(path: "PageFiles.swift")
        let parts = ["EmojiArt", "Wire", "Sync/Replica", "PageCore"].map {
            sources.appending(path: $0)
        }
        return [
            .buildCommand(
                displayName: "Compiling the browser client's core",
                executable: URL(filePath: "/bin/bash"),
                arguments: [
                    scripts.appending(path: "core.sh").path, sources.path,
                    context.pluginWorkDirectoryURL.path,
                ],
                inputFiles: parts.flatMap(files) + [scripts.appending(path: "core.sh")],
                outputFiles: [core]
            ),
            .buildCommand(
                displayName: "Bundling the browser client",
                executable: URL(filePath: "/bin/bash"),
                arguments: [
                    scripts.appending(path: "bundle.sh").path, sources.appending(path: "Web").path,
                    core.path, page.path,
                ],
                inputFiles: files(of: sources.appending(path: "Web")) + [
                    core, scripts.appending(path: "bundle.sh"),
                ],
                outputFiles: [page]
            ),
        ]
    }

    private func files(of folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }
            .sorted { $0.path < $1.path }
    }
}
