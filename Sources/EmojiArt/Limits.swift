/// Every bound of the project: its unit, and what would go wrong without it.
///
/// A limit is part of the protocol (see `Protocol/PROTOCOL.md`, section 9): the server, the Swift
/// replica and the browser client use the same figures.
public enum Limits {
    /// A limit, and the one of the simulation, where what takes thousands of edits happens after
    /// tens.
    @inline(__always)
    package static func limit(_ usual: Int, simulated: Int) -> Int {
        #if SIMULATION
        simulated
        #else
        usual
        #endif
    }

    // MARK: The canvas

    /// Largest |x| and |y|, in canvas units.
    ///
    /// Keeps every sum of two coordinates far inside 32 bits.
    public static let coordinateMax = limit(1_000_000, simulated: 300)
    /// Smallest size of an emoji, in canvas units: a size of 0 could be neither seen nor selected.
    public static let sizeMin = 1
    /// Largest size of an emoji, in canvas units.
    public static let sizeMax = 10_000
    /// Size of a new emoji whose size is not given, in canvas units.
    public static let sizeDefault = 40
    /// Largest |z|.
    ///
    /// The largest integer that JavaScript holds exactly (2^53 - 1).
    public static let stackMax: Whole = 9_007_199_254_740_991
    /// Largest width and height of a bounded canvas, in canvas units: twice `coordinateMax`.
    public static let canvasSideMax = 2_000_000
    /// Emojis in one document.
    ///
    /// Bounds memory, a snapshot's size and the time to draw.
    public static let emojisMax = limit(100_000, simulated: 40)

    // MARK: Texts

    /// UTF-8 bytes of an emoji's text.
    ///
    /// The longest sequence recommended by Unicode takes 35.
    public static let textBytesMax = 64
    /// Unicode scalars of an emoji's text, checked before any grapheme work: a chain of joiners
    /// is one grapheme of any length.
    public static let textScalarsMax = 16
    /// UTF-8 bytes of a background's URL, so that the message that sets it fits `messageBytesMax`.
    public static let backgroundBytesMax = 60_000
    /// Bytes of an image that a server keeps for a background: a large photograph.
    public static let imageBytesMax = 8_388_608
    /// Pixels of such an image: a browser takes four bytes for each.
    public static let imagePixelsMax = 67_108_864
    /// Bytes of all images that a server keeps for one document: the oldest go first.
    public static let imagesBytesMax = 67_108_864
    /// UTF-8 bytes of a document's name.
    public static let documentNameBytesMax = 64
    /// UTF-8 bytes of a member's name.
    public static let memberNameBytesMax = 64
    /// UTF-8 bytes by which a token names a user: an address of mail, an id of another system.
    public static let userBytesMax = 128
    /// Bytes of a token: with the rest of a request's head it fits into `headerBytesMax`; one that
    /// is signed by RSA and has a dozen patterns has about 1,000.
    public static let tokenBytesMax = 3_072

    // MARK: Presence

    /// Largest width and height of a member's view, in canvas units: twice `canvasSideMax`, so that
    /// one that sees all, and as much around it, can be followed.
    public static let viewSideMax = 4_000_000
    /// UTF-8 bytes of a member's chat: 64 characters of any script.
    public static let chatBytesMax = 256

    // MARK: Operations

    /// Ids that one operation, gesture or selection names.
    public static let idsMax = 1_000
    /// Emojis in one `add`, so that the longest of them fits `messageBytesMax`.
    public static let addedEmojisMax = 400
    /// Smallest scale factor, in millionths: 0.001.
    public static let factorMin = 1_000
    /// Largest scale factor, in millionths: 1,000.
    public static let factorMax = 1_000_000_000
    /// Largest client number and largest emoji counter: both fit one 64-bit word together.
    public static let identifierMax = 2_147_483_647

    // MARK: Undo

    /// Steps that one client can undo.
    public static let undoStepsMax = limit(100, simulated: 6)
    /// Emojis that one client's undo steps name together: bounds the memory of repeated deletes.
    public static let undoItemsMax = limit(10_000, simulated: 30)
    /// Emojis that all undo steps of a document name together.
    ///
    /// When it is passed, the client that has been still for longest loses its steps.
    public static let undoItemsPerDocumentMax = limit(100_000, simulated: 60)
    /// Bytes of a background's URL that count as one emoji in an undo step.
    ///
    /// Without it the steps of 22 clients could fill a state that is too large to be read back.
    public static let undoItemBytes = 128

    // MARK: Messages

    /// Bytes of one message from a client.
    public static let messageBytesMax = 65_536
    /// Bytes of one message from the server: a restore of `idsMax` emojis fits well.
    public static let serverMessageBytesMax = 1_048_576
    /// Items of one array in a message from the server: emojis of a restore or a replacement, keys
    /// of a restack, members, those who left.
    public static let itemsMax = limit(10_000, simulated: 40)
    /// Nesting of JSON values in a message.
    public static let depthMax = 8
    /// Keys of one JSON object in a message: key comparison costs the square of their number.
    public static let keysMax = 32
    /// Bytes of one number in a message: no decoder is made to read 100,000 digits.
    public static let numberBytesMax = 32
    /// Bytes of one part of a snapshot, about: other messages get their turn between parts.
    public static let snapshotPartBytes = limit(32_768, simulated: 768)

    // MARK: Sessions

    /// Edits of one client that may be unanswered at a time.
    ///
    /// The server keeps as many of a client's last answers in memory.
    public static let unansweredEditsMax = limit(256, simulated: 12)
    /// Marks of pending edits in a hello, which fits `messageBytesMax` with them.
    public static let marksMax = limit(2_048, simulated: 24)
    /// Members of one document.
    public static let membersMax = 500
    /// Clients that a document knows: each holds a number for good.
    public static let clientsMax = 100_000
    /// Edits that a document keeps ready for members that resume.
    public static let keptEditsMax = limit(1_024, simulated: 10)
    /// Bytes of the edits that a document keeps ready for members that resume.
    public static let keptEditBytesMax = limit(1_048_576, simulated: 1_500)
    /// Edits between two stored snapshots of a document: bounds the replay after a crash.
    public static let editsPerSnapshot = limit(1_000, simulated: 9)
    /// Emojis that the edits between two stored snapshots look at together.
    ///
    /// An `arrange` after other edits passes over all of a document: 1,000 of them on 100,000
    /// emojis would take seconds to replay.
    public static let replayedEmojisMax = limit(1_000_000, simulated: 60)
    /// Answers, edits and welcomes of a document that wait for the disk: more are turned away.
    public static let gateEntriesMax = limit(100_000, simulated: 40)
    /// Bytes of edits that a server keeps in memory while they wait for its disk.
    public static let queuedBytesMax = limit(67_108_864, simulated: 12_000)
    /// Shortest time between two presence messages to the members of a document: about 30 a second.
    public static let presenceIntervalMilliseconds = 33
    /// Bytes of presence that one document sends in a second to all its members together.
    ///
    /// Beyond it the interval grows, so that presence never costs the square of the members.
    public static let presenceBytesPerSecond = 4_194_304
    /// Ids that the selections and gestures of all members of a document name together.
    ///
    /// A newcomer gets them all at once: with its snapshot they stay below what may wait for it.
    public static let presenceIDsPerDocumentMax = 32_768
    /// Ids in a presence message that are always taken, however full the document is.
    public static let presenceIDsFree = 32
}
