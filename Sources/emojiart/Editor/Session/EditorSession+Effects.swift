internal import EmojiArt
internal import Foundation
internal import Images
internal import Sync
internal import Terminal
internal import WebSockets

// What the editor asks for.
extension EditorSession {
    func carryOut() {
        while !editor.effects.isEmpty {
            let effects = editor.effects
            editor.effects = []
            for effect in effects { carryOut(effect) }
        }
    }

    private func carryOut(_ effect: EditorEffect) {
        switch effect {
        case .quit: finish(nil)
        case .suspend: suspend()
        case .redraw: painter.invalidate()
        case .reconnect: client.retryNow()
        case .copyToSystem(let sequence): words += sequence
        case .changePalettes(let change):
            do {
                editor.take(try paletteFile.update(change))
            } catch {
                edit { $0.refusePalettes("\(error)") }
            }
            if let notice = paletteFile.takeNotice() { warn(notice) }
        case .importFile(let path):
            guard let fileWork else { return }
            let fetch = HTTPFetch(
                timeout: 30,
                token: (try? token.read()) ?? nil,
                authorities: loop.authorities
            )
            fileWorkCount += 1
            FileWork.read(path, fetch: fetch, for: url) { fileWork.post($0) }
        case .exportFile(let path, let replaces): export(to: path, replaces: replaces)
        }
    }

    private func export(to path: String, replaces: Bool) {
        guard let fileWork else { return }
        let document = client.replica.view
        let isSVG = path.lowercased().hasSuffix(".svg")
        let bytes =
            isSVG
            ? SVGFile.write(document, picture: BackgroundPicture(of: document))
            : EmojiArtFile.write(document)
        fileWorkCount += 1
        FileWork.write(bytes, to: path, replaces: replaces) { fileWork.post($0) }
    }

    /// A file was read or written.
    func finish(_ result: FileWork.Result) {
        fileWorkCount -= 1
        // An edit that is made after the end would be neither sent nor kept.
        guard !isOver else { return closeIfSettled() }
        edit { editor in
            switch result {
            case .failed(let text): editor.warn(text)
            case .wrote(let path): editor.say("wrote \(path)")
            case .read(let document, let image): editor.add(document, image: image)
            }
        }
    }
}
