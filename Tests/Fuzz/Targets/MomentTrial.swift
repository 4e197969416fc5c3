internal import Wire

/// A moment is written as a text that is read as the same moment.
enum MomentTrial {
    /// The years 1 to 9999, in milliseconds since 1970: a zone may lead a day beyond them.
    private static let times = -62_135_596_800_000...253_402_300_799_999

    static func run(_ bytes: [UInt8]) throws(Finding) {
        guard let moment = Moment(String(decoding: bytes, as: UTF8.self)) else { return }
        let text = moment.text
        if case .time(let time) = moment, !times.contains(time) { return }
        let again = Moment(text)
        try promise(again == moment, "\(moment) is read again as \(String(describing: again))")
    }
}
