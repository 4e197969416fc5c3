internal import EmojiArt

/// A day of the Gregorian calendar, also before there was one.
///
/// After Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": a year begins in March
/// here, so that the day that some years have is the last.
struct CivilDate: Equatable {
    let year: Whole
    /// 1 to 12.
    let month: Whole
    /// 1 to 31.
    let day: Whole

    /// A day that there is; nil for any other, and for one before year 1.
    init?(year: Whole, month: Whole, day: Whole) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Whole] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day <= lengths[Int(month) - 1] else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day that is so many days after 1 January 1970.
    init(daysSince1970 days: Whole) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// How many days after 1 January 1970 it is.
    var daysSince1970: Whole {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
