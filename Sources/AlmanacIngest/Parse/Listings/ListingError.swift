import AlmanacModel
import AlmanacTime

/// Why an item of a feed was rejected. Each message names the field and a remedy.
enum ListingError: StageError, Equatable {
  case noTitle
  case titleTooLong(Int)
  /// `text` is the unreadable start; nil if there is none.
  case noStart(text: String?)
  /// The start has no year, and none near the publication has that day, or has it on that weekday.
  case noYear(text: String)
  case unknownZone(String)
  case endBeforeStart(start: CalendarTime, end: CalendarTime)
  case outOfRange(field: String, CalendarTime)
  /// The start is a valid date in an impossible year.
  case impossibleYear(text: String)
  case invalidRule(String)
  /// The number of dates as text.
  case tooManyDates(String)
  /// RFC 5545, section 3.8.5.3 recommends one rule.
  case tooManyRules(Int)
  /// The rule is valid but unusable.
  case unusableRule(RecurrenceRule, RuleError)
  case noRecurrenceID(text: String)

  /// Why a valid rule is unusable.
  enum RuleError: Equatable {
    /// It has no instance.
    case noInstance
    /// It has more instances than an event can have.
    case tooMany
    /// Expanding it takes too long to find an instance.
    case tooMuchWork
  }

  var code: FindingCode {
    switch self {
    case .noTitle: "Q_NO_TITLE"
    case .titleTooLong: "Q_FIELD_LEN"
    case .noStart, .noYear, .noRecurrenceID: "Q_DATE_PARSE"
    case .unknownZone: "Q_TZ"
    case .endBeforeStart, .outOfRange, .impossibleYear: "Q_DATE_RANGE"
    case .invalidRule, .unusableRule(_, .noInstance): "Q_RRULE_INVALID"
    case .unusableRule, .tooManyRules: "Q_RRULE_LIMIT"
    case .tooManyDates: "Q_EXDATE_LIMIT"
    }
  }

  var severity: Severity { .warning }

  var description: String {
    switch self {
    case .noTitle: "the title is blank; ask the publisher to name the event"
    case .titleTooLong(let length):
      "the title has \(length) characters; ask the publisher for a title of one line"
    case .noStart(nil):
      "has no start; if the feed has its dates in another field, map it in feed.yaml"
    case .noStart(let text?):
      "the start '\(FieldText.excerpt(text, 80))' cannot be read; add its format to 'start' in feed.yaml"
    case .noYear(let text):
      "the start '\(FieldText.excerpt(text, 80))' has no year, and none can be guessed: the item's "
        + "publication is unknown, or no year near it has that day on that weekday; "
        + "map a field with the year to 'start' in feed.yaml"
    case .unknownZone(let zone):
      "the time zone '\(FieldText.excerpt(zone, 80))' of the start is unknown; "
        + "ask the publisher for an IANA name"
    case .endBeforeStart(let start, let end):
      "the end \(end) is before the start \(start); ask the publisher which is right"
    case .outOfRange(let field, let time):
      "the \(field) \(time) is not in the years 1970 to 2100; ask the publisher to correct it"
    case .impossibleYear(let text):
      "the start '\(FieldText.excerpt(text, 80))' is not in the years 1970 to 2100; "
        + "ask the publisher to correct it"
    case .invalidRule(let text):
      "the recurrence rule '\(FieldText.excerpt(text, 80))' is not valid; "
        + "ask the publisher to correct it"
    case .tooManyDates(let count):
      "its EXDATE or RDATE lists \(count) dates; ask the publisher to write a rule"
    case .tooManyRules(let count):
      "it has \(count) recurrence rules; ask the publisher for one"
    case .unusableRule(let rule, .noInstance):
      "the recurrence rule '\(FieldText.excerpt(rule.description, 80))' gives no date at all; "
        + "ask the publisher to correct it"
    case .unusableRule(let rule, .tooMany):
      "the recurrence rule '\(FieldText.excerpt(rule.description, 80))' gives more than "
        + "\(RecurrenceValidator.yearlyLimit) dates a year; ask the publisher to correct it"
    case .unusableRule(let rule, .tooMuchWork):
      "the recurrence rule '\(FieldText.excerpt(rule.description, 80))' takes too long to follow; "
        + "ask the publisher for a simpler one"
    case .noRecurrenceID(let text):
      "the RECURRENCE-ID '\(FieldText.excerpt(text, 80))' cannot be read, "
        + "so the instance it changes is unknown"
    }
  }

  /// The error for a start that could not be read.
  static func unread(start text: String?) -> ListingError {
    guard let text else { return .noStart(text: nil) }
    if hasImpossibleYear(text) { return .impossibleYear(text: text) }
    let hasNoYear = DateReader().parts(text)?.yearless != nil
    return hasNoYear ? .noYear(text: text) : .noStart(text: text)
  }

  /// Whether a text is an ISO 8601 date before year 1 or after 9999.
  private static func hasImpossibleYear(_ text: String) -> Bool {
    guard let match = text.prefix(40).prefixMatch(of: /\s*([+-]?)(\d{4,})-(\d\d)-(\d\d)(?!\d)/),
      let month = Int(match.3), let day = Int(match.4), 1...12 ~= month, 1...31 ~= day
    else { return false }
    return !match.1.isEmpty || match.2.count > 4 || match.2 == "0000"
  }
}
