/// What three people do to the landscape, and the moments at which Ada's window is looked at.
struct Scenario {
    private let stage: Stage
    private let ada: Person
    private let bob: Person
    private let cleo: Person
    private var moments: [Moment] = []

    /// Has everyone come in.
    init() throws {
        stage = try Stage()
        ada = try stage.enter("Ada")
        bob = try stage.enter("Bob")
        cleo = try stage.enter("Cleo")
        try ada.wait(for: "Cleo")
        // The palette of animals' faces.
        try ada.type("]]]]")
    }

    /// Plays it; the moments.
    mutating func play() throws -> [Moment] {
        try meet()
        try select()
        try move()
        try duplicate()
        try undo()
        return moments
    }

    private mutating func look(_ caption: String) throws {
        let screen = try ada.look()
        moments.append(Moment(screen: screen, pointer: ada.pointer, caption: caption))
    }

    private mutating func meet() throws {
        try bob.click((7, 13))
        try bob.click((13, 13))
        try bob.point(at: (24, 14))
        try cleo.click((59, 3))
        try cleo.point(at: (61, 4))
        try ada.click((54, 7))
        try ada.point(at: (57, 8))
        try look("Three people, one canvas: everyone sees what the others point at and select.")
    }

    private mutating func select() throws {
        // On the background: nothing is selected any more.
        try ada.click((30, 12))
        try ada.drag(from: (21, 17), to: (33, 19), withControl: true)
        try cleo.drag(from: (59, 3), to: (47, 4))
        try look("Ada draws a rectangle around the sheep, and Cleo has the eagle fly.")
        try ada.release(at: (33, 19))
        try cleo.release(at: (47, 4))
        try look("The sheep are selected. The eagle's new place is on the server's disk.")
    }

    private mutating func move() throws {
        try bob.drag(from: (13, 13), to: (19, 14))
        try ada.drag(from: (23, 18), to: (42, 15))
        try look("Two move something at the same time: a drag is seen while it lasts.")
        try bob.release(at: (19, 14))
        try ada.release(at: (42, 15))
    }

    private mutating func duplicate() throws {
        try ada.click((42, 15), button: 2)
        try ada.type("j")
        try look("A right click, or m, opens the menu. Everything has a key, too.")
        try ada.type("\r")
        // The rocket of the palette of vehicles.
        try bob.drag(from: (53, 21), to: (31, 3))
        try bob.release(at: (31, 3))
        try look("Ada has duplicated the sheep. Bob drops a rocket from his palette.")
    }

    private mutating func undo() throws {
        try ada.type("z")
        try look("Undo takes back Ada's own latest edit: the rocket stays.")
        try ada.type("?")
        try look("? lists all keys, and / filters them.")
    }
}
