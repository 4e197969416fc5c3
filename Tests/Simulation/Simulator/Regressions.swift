/// Seeds that once showed a bug, with its cause.
enum Regressions {
    static let seeds: [(seed: UInt64, cause: String)] = [
        (39, "a commit that a crash left unsynced was shown"),
        (265, "a log whose sync had failed was taken for durable"),
        (56, "a selection was shared before its emojis were added"),
        (86, "a client was not told that its undo steps were gone"),
        (12_776, "with nothing pending, what is shown was not made anew"),
        (10_595, "refusals that overtook an edit let the client send too far ahead"),
        (23_403, "after a restored backup, pending edits were not shown"),
        (424, "a snapshot in place of edits hid that a selected emoji had been gone"),
        (45, "ids that were minted anew stood in another order than in the transcript"),
        (1_881, "an empty selection was not told after a snapshot in place of edits"),
    ]
}
