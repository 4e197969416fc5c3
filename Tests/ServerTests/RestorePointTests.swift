import Foundation
import Testing

@testable import Hosting
@testable import Operations
@testable import emojiart_server

struct RestorePointTests {
    @Test func `a revision is a number, a time has its offset`() {
        #expect(RestorePoint("0") == .revision(0))
        #expect(RestorePoint("120") == .revision(120))
        let time = RestorePoint.time(1_795_327_880_000)
        #expect(RestorePoint("2026-11-22T06:11:20Z") == time)
        #expect(RestorePoint("20261122T061120Z") == time)
        #expect(RestorePoint("2026-11-22T08:11:20+02:00") == time)
        #expect(RestorePoint("2026-11-22T06:11:20.500Z") == .time(1_795_327_880_500))
        for text in ["", "-1", "yesterday", "2026-11-22", "2026-11-22T06:11:20", "1.5"] {
            #expect(RestorePoint(text) == nil, "\(text)")
        }
    }

    @Test func `a stamp is read back`() {
        let time = 1_795_327_880_000
        #expect(UTC.stamp(time) == "20261122T061120Z")
        #expect(UTC.milliseconds(UTC.stamp(time)) == time)
    }

    @Test func `a folder knows its backups by their names, and no others`() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "backups-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = BackupFolder(path: path)
        try folder.prepare()
        try folder.prepare()
        let now = 1_795_327_880_000
        for name in ["notes.txt", "journal-x.sqlite", "before-upgrade-of-version-1.sqlite"] {
            try Data().write(to: URL(filePath: path + "/" + name))
        }
        let cut = folder.file(at: now - 5_000) + ".partial"
        try Data().write(to: URL(filePath: cut))
        for age in [0, 1, 40 * 86_400_000] {
            let file = folder.newFile(at: now - age)
            try Data().write(to: URL(filePath: file))
        }
        #expect(folder.times().sorted() == [now - 40 * 86_400_000, now - 1_000, now])
        #expect(folder.rotate(BackupRotation(keep: 2)) == 1)
        #expect(folder.times().sorted() == [now - 1_000, now])
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.count == 5)
    }
}
