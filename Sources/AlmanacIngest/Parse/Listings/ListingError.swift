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
  case invalidRule(String)
  case noRecurrenceID(text: String)

  var code: FindingCode {
    switch self {
    case .noTitle: "Q_NO_TITLE"
    case .titleTooLong: "Q_FIELD_LEN"
    case .noStart, .noRecurrenceID: "Q_DATE_PARSE"
    case .unknownZone: "Q_TZ"
    case .endBeforeStart, .outOfRange: "Q_DATE_RANGE"
    case .invalidRule: "Q_RRULE_INVALID"
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
    case .invalidRule(let text):
      "the recurrence rule '\(Self.quoted(text))' is not valid; ask the publisher to correct it"
    case .noRecurrenceID(let text):
      "the RECURRENCE-ID '\(Self.quoted(text))' cannot be read, so the instance it changes is unknown"
    }
  }

  /// Text of a feed that may stand in a log: one short line without controls.
  private static func quoted(_ text: String) -> String {
    FieldText.clean(String(text.prefix(80))).text
  }
}
