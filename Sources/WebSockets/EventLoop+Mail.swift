/// The way in for what other threads have to say.
extension EventLoop {
    /// Makes a mailbox whose mail `receive` gets on the loop's thread, in order.
    package func makeMailbox<Mail: Sendable>(
        of: Mail.Type = Mail.self,
        receive: @escaping (Mail) -> Void
    ) -> Mailbox<Mail> {
        let mailbox = Mailbox<Mail>(wake: wake)
        mailboxes.append(
            MailSlot(
                isEmpty: { mailbox.isEmpty },
                deliver: { for mail in mailbox.take() { receive(mail) } }
            )
        )
        return mailbox
    }
}
