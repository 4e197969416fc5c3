#if canImport(SwiftUI)
internal import EmojiArt
internal import SwiftUI

/// A canvas: the emojis, each of which can be dragged.
struct EmojiCanvas: View {
    @State var model: CanvasModel

    var body: some View {
        GeometryReader { space in
            ZStack {
                ForEach(model.emojis, id: \.id) { emoji in
                    Text(emoji.text.description)
                        // The protocol's y points up, the screen's down.
                        .font(.system(size: Double(emoji.size) * 0.8))
                        .position(
                            x: space.size.width / 2 + Double(emoji.x),
                            y: space.size.height / 2 - Double(emoji.y)
                        )
                        .gesture(drag(emoji.id))
                }
            }
        }
        .toolbar {
            Button("Undo", action: model.undo)
            Text(model.isSaved ? "Saved" : "Saving…")
        }
        .task { await model.run() }
    }

    private func drag(_ id: EmojiID) -> some Gesture {
        DragGesture()
            .onChanged { value in
                model.drag(
                    id,
                    dx: Int(value.translation.width),
                    dy: -Int(value.translation.height)
                )
            }
            .onEnded { _ in model.endDrag() }
    }
}
#endif
