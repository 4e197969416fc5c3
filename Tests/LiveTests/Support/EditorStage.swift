import Foundation
import Testing

/// A server, and two people at their editors, for all tests of a suite: each has a new document.
///
/// The tests of a serialized suite use it one after another, each on one thread.
final class EditorStage: @unchecked Sendable {
    @TaskLocal static var current: EditorStage?

    let server: LiveServer
    let ada: EditorWindow
    let bob: EditorWindow
    /// The document of the test that runs.
    private(set) var name = ""
    private var documents = 0
    private var markers = 0
    /// `emojiart edit --json`, and `emojiart watch`, on the document.
    private var pipe: Program
    private var watch: Program

    init() throws {
        server = try LiveServer()
        ada = try EditorWindow()
        bob = try EditorWindow()
        pipe = try server.editor(on: "nothing", state: "pipe")
        watch = try Program("emojiart", ["watch", server.url("nothing")])
    }

    /// Opens a new document in both windows: a 🚲 in the middle, a 🌲 right of it, a 🌵 above.
    static func play() throws -> EditorStage {
        let stage = try #require(current)
        try stage.begin()
        return stage
    }

    private func begin() throws {
        documents += 1
        name = "play-\(documents)"
        pipe = try server.editor(on: name, state: "pipe")
        let revision = try send(
            #"{"type":"add","emojis":[{"text":"🚲","x":0,"y":0},{"text":"🌲","x":200,"y":0},"#
                + #"{"text":"🌵","x":0,"y":160}]}"#
        )
        #expect(revision == 1)
        watch = try Program("emojiart", ["watch", server.url(name)])
        #expect(watch.output.line { $0.contains(#""type":"state""#) } != nil)
        try ada.start(server.url(name), name: "Ada")
        try bob.start(server.url(name), name: "Bob")
        for window in [ada, bob] {
            try window.expect("opened") { screen in
                screen.status.contains("saved") && screen.title.contains(name)
                    && screen.spot(of: "🚲") == StagedEditorTests.bike
                    && screen.spot(of: "🌵") == StagedEditorTests.cactus
                    && screen.spot(of: "🌲") == StagedEditorTests.tree
            }
        }
        try ada.expect("B:Bob")
        try bob.expect("A:Ada")
    }

    /// The pipe client makes an edit; returns when it is durable and told.
    func edit(_ line: String) throws {
        let told = "\"edit\",\"revision\":\(try send(line)),"
        #expect(watch.output.line { $0.contains(told) } != nil)
    }

    /// The revision of an edit that the pipe client makes.
    private func send(_ line: String) throws -> Int {
        let count = pipe.output.lines.count
        pipe.write([line])
        #expect(pipe.output.waitForLines(count + 1))
        let answer = try JSONLine(pipe.output.lines.dropFirst(count).first ?? "null")
        try #require(answer.type == "ack", "\(line): \(answer)")
        return answer["revision"]?.integer ?? 0
    }

    /// The operations that were told so far, without those that only mark a moment.
    func edits() throws -> [JSONLine] {
        let lines = watch.output.lines.filter {
            $0.contains(#""type":"edit""#) && !$0.contains(Self.marker)
        }
        return try JSONLine.objects(lines).compactMap { $0["operation"] }
    }

    private static let marker = "https://example.org/marker-"

    /// The edits that someone makes, all that they mean to.
    func edits(by window: EditorWindow, _ body: () throws -> Void) throws -> [JSONLine] {
        let before = try edits().count
        try body()
        markers += 1
        let marker = "\(Self.marker)\(markers).png"
        try window.command("background \(marker)")
        #expect(watch.output.line(within: 20) { $0.contains(marker) } != nil)
        return Array(try edits().dropFirst(before))
    }

    func export() throws -> [UInt8] { try server.export(name) }
}

/// Gives the tests of a suite a stage, and takes it down after the last.
struct OnStage: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let stage = try await Aside.run { try EditorStage() }
        try await EditorStage.$current.withValue(stage) { try await function() }
    }
}

extension Trait where Self == OnStage {
    static var onStage: Self { OnStage() }
}

/// All tests that share one stage of two editors, one after another.
@Suite(.serialized, .onStage)
enum StagedEditorTests {
    typealias Spot = EditorScreen.Spot

    /// Where the emojis of `play` are in a window of 80 by 24.
    static let bike = Spot(column: 39, row: 11)
    static let tree = Spot(column: 49, row: 11)
    static let cactus = Spot(column: 39, row: 7)
    /// A place of the canvas with nothing near.
    static let nowhere = Spot(column: 12, row: 17)
}
