internal import Foundation
internal import Synchronization

/// A port whose connections go on to another port within TLS, so that a client that speaks none
/// reaches a server that speaks nothing else.
package final class TLSTunnel: Sendable {
    /// Why there is none.
    package struct Failed: Error {}

    /// The port to connect to without TLS.
    package let port: Int
    private let process: Mutex<Process>
    private let input: FileHandle

    /// Opens a port; connections to it are hung up on until it has an aim.
    ///
    /// - Parameter address: which of this machine's addresses it connects from.
    /// - Throws: `Failed`, or why there is no Python.
    package init(from address: String = "127.0.0.1") throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.program, address]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.input = input.fileHandleForWriting
        let line = output.fileHandleForReading.availableData
        guard let port = Int(String(decoding: line, as: UTF8.self).filter(\.isNumber)) else {
            process.terminate()
            throw Failed()
        }
        self.port = port
        self.process = Mutex(process)
    }

    /// The end of its input is its end.
    deinit {
        try? input.close()
        process.withLock { if $0.isRunning { $0.terminate() } }
    }

    /// Has connections from now on go to a port of this machine, whatever its certificate says.
    package func aim(at port: Int) { try? input.write(contentsOf: Data("\(port)\n".utf8)) }

    private static let program = """
        import asyncio, os, ssl, sys

        aim = 0
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.set_alpn_protocols(["http/1.1"])

        async def pump(reader, writer):
            try:
                while data := await reader.read(65536):
                    writer.write(data)
                    await writer.drain()
            except OSError:
                pass
            writer.close()

        async def serve(reader, writer):
            try:
                inner = await asyncio.open_connection(
                    "127.0.0.1", aim, ssl=context, local_addr=(sys.argv[1], 0)
                )
            except OSError:
                return writer.close()
            await asyncio.gather(pump(reader, inner[1]), pump(inner[0], writer))

        def listen():
            global aim
            line = sys.stdin.readline()
            if not line:
                os._exit(0)
            aim = int(line)

        async def main():
            server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=1000)
            print(server.sockets[0].getsockname()[1], flush=True)
            asyncio.get_running_loop().add_reader(0, listen)
            await server.serve_forever()

        asyncio.run(main())
        """
}
