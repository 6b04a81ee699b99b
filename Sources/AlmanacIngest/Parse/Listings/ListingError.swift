import AlmanacModel
import AlmanacTime

/// Why an item of a feed became no listing; each names the field and says what to do.
enum ListingError: StageError, Equatable {
  case noTitle
  case titleTooLong(Int)
  /// `text` is what stood where the start should be; nil where nothing did.
  case noStart(text: String?)
  case unknownZone(String)
  case endBeforeStart(start: CalendarTime, end: CalendarTime)
  case outOfRange(field: String, CalendarTime)
  /// The start is written as dates are, in a year that no calendar has.
  case impossibleYear(text: String)
  case invalidRule(String)
  /// `count` says how many there are of a list of dates.
  case tooManyDates(String)
  /// More rules than any event has; RFC 5545 section 3.8.5.3 wants one.
  case tooManyRules(Int)
  /// The rule is valid and still means no series.
  case unusableRule(RecurrenceRule, RuleFault)
  case noRecurrenceID(text: String)

  /// Why a valid rule cannot be used.
  enum RuleFault: Equatable {
    /// It has no instance at all.
    case noInstance
    /// It has more instances than an event can have.
    case tooMany
    /// Whether it has any cannot be found out in reasonable time.
    case tooMuchWork
  }

  var code: FindingCode {
    switch self {
    case .noTitle: "Q_NO_TITLE"
    case .titleTooLong: "Q_FIELD_LEN"
    case .noStart, .noRecurrenceID: "Q_DATE_PARSE"
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
      "has no start; if the feed states dates in a field of its own, map it in feed.yaml"
    case .noStart(let text?):
      "the start '\(Self.quoted(text))' cannot be read; add its format to 'start' in feed.yaml"
    case .unknownZone(let zone):
      "the time zone '\(Self.quoted(zone))' of the start is unknown; ask the publisher for an IANA name"
    case .endBeforeStart(let start, let end):
      "the end \(end) is before the start \(start); ask the publisher which is right"
    case .outOfRange(let field, let time):
      "the \(field) \(time) is not in the years 1970 to 2100; ask the publisher to correct it"
    case .impossibleYear(let text):
      "the start '\(Self.quoted(text))' is not in the years 1970 to 2100; "
        + "ask the publisher to correct it"
    case .invalidRule(let text):
      "the recurrence rule '\(Self.quoted(text))' is not valid; ask the publisher to correct it"
    case .tooManyDates(let count):
      "its EXDATE or RDATE lists \(count) dates; ask the publisher to write a rule"
    case .tooManyRules(let count):
      "it has \(count) recurrence rules; ask the publisher for one"
    case .unusableRule(let rule, .noInstance):
      "the recurrence rule '\(Self.quoted(rule.description))' gives no date at all; "
        + "ask the publisher to correct it"
    case .unusableRule(let rule, .tooMany):
      "the recurrence rule '\(Self.quoted(rule.description))' gives more than "
        + "\(RecurrenceValidator.yearlyLimit) dates a year; ask the publisher to correct it"
    case .unusableRule(let rule, .tooMuchWork):
      "the recurrence rule '\(Self.quoted(rule.description))' takes too long to follow; "
        + "ask the publisher for a simpler one"
    case .noRecurrenceID(let text):
      "the RECURRENCE-ID '\(Self.quoted(text))' cannot be read, so the instance it changes is unknown"
    }
  }

  /// What is wrong with a start that gave no time.
  static func unread(start text: String?) -> ListingError {
    guard let text, hasImpossibleYear(text) else { return .noStart(text: text) }
    return .impossibleYear(text: text)
  }

  /// Whether a text is a date of ISO 8601 in the year 0, before it, or after 9999.
  private static func hasImpossibleYear(_ text: String) -> Bool {
    guard let match = text.prefix(40).prefixMatch(of: /\s*([+-]?)(\d{4,})-(\d\d)-(\d\d)(?!\d)/),
      let month = Int(match.3), let day = Int(match.4), 1...12 ~= month, 1...31 ~= day
    else { return false }
    return !match.1.isEmpty || match.2.count > 4 || match.2 == "0000"
  }

  /// Text of a feed that may stand in a log: one short line without controls.
  private static func quoted(_ text: String) -> String {
    FieldText.clean(String(text.prefix(80))).text
  }
}
