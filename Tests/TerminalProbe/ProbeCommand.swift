import Foundation
import Synchronization
import Terminal

/// Takes the terminal over and gives it back, or dies, in the way that its argument names.
///
/// What it says to standard error meanwhile is to be seen after it has ended.
@main
struct ProbeCommand {
    struct Thrown: Error {}

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let way = arguments.first else { exit(64) }
        if way == "reset" { exit(TerminalDevice.reset() ? 0 : 69) }
        guard let device = TerminalDevice() else { exit(69) }
        device.enter(mouse: true)
        // First: who sees the other one may kill at once.
        FileHandle.standardError.write(Data("words for standard error\n".utf8))
        show("on the other screen, process \(getpid())\r\n", on: device)
        switch way {
        case "wait": wait(device)
        case "flood": flood(device)
        case "exit": exit(7)
        case "trap": trap()
        case "fatal": fatalError("these are the last words")
        case "abort": abort()
        case "overflow": print(overflow(1))
        case "thread-trap": trapAside()
        case "throw": throw Thrown()
        default: exit(64)
        }
    }

    /// Waits until it is written.
    private static func show(_ text: String, on device: TerminalDevice) {
        let written = DispatchSemaphore(value: 0)
        device.write(Array(text.utf8)) { _ in written.signal() }
        written.wait()
    }

    /// Until a key comes; Ctrl+Z suspends, and the end of the terminal is an end, too.
    private static func wait(_ device: TerminalDevice) {
        let keys = Keys()
        device.startReading { keys.add($0) }
        while keys.next() == 0x1a {
            device.suspend(mouse: true)
            show("on the other screen again\r\n", on: device)
        }
        device.leave()
    }

    /// After a key writes without end; when the terminal does not read for a second, gives it back.
    private static func flood(_ device: TerminalDevice) {
        let keys = Keys()
        device.startReading { keys.add($0) }
        _ = keys.next()
        let frame = Array(String(repeating: "frame ", count: 20_000).utf8)
        let written = DispatchSemaphore(value: 0)
        repeat {
            device.write(frame) { _ in written.signal() }
        } while written.wait(timeout: .now() + 1) == .success
        device.leave()
    }

    private static func trap() {
        let none: [Int] = []
        print(none[CommandLine.arguments.count])
    }

    private static func trapAside() {
        Thread { trap() }.start()
        while true { pause() }
    }

    private static func overflow(_ depth: Int) -> Int {
        depth == 0 ? 0 : overflow(depth + 1) + overflow(depth + 2)
    }
}
