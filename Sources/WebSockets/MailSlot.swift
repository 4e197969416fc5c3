/// A mailbox as its loop sees it, whatever its mail is.
struct MailSlot {
    let isEmpty: () -> Bool
    let deliver: () -> Void
}
