/// Why a text is no recurrence rule of RFC 5545.
public enum RecurrenceRuleError: Error, Hashable, Sendable {
  /// There is nothing in it.
  case empty
  /// Longer than any rule can reasonably be, in bytes.
  case tooLong(Int)
  /// No `=` in a part.
  case malformedPart(String)
  case unknownPart(String)
  case duplicatePart(String)
  case missingFrequency
  case unknownFrequency(String)
  /// Not what the part holds at all, such as a word for a number.
  case invalidValue(part: String, value: String)
  /// A number, but not one that the part allows; zero among them.
  case outOfRange(part: String, value: String, allowed: String)
  /// RSCALE or SKIP (RFC 7529): other calendars than the Gregorian are not understood.
  case unsupportedPart(String)
}

extension RecurrenceRuleError: CustomStringConvertible {
  /// Says what is wrong and what would be right; source text is cut to 40 characters.
  public var description: String {
    switch self {
    case .empty: "the recurrence rule is empty"
    case .tooLong(let bytes): "the recurrence rule has \(bytes) bytes, too many to be meant"
    case .malformedPart(let part): "'\(part.prefix(40))' is not a rule part NAME=VALUE"
    case .unknownPart(let part): "'\(part.prefix(40))' is not a rule part of RFC 5545"
    case .duplicatePart(let part): "\(part) is stated more than once"
    case .missingFrequency: "the recurrence rule has no FREQ"
    case .unknownFrequency(let value):
      "FREQ is '\(value.prefix(40))'; it must be one of SECONDLY … YEARLY"
    case .invalidValue(let part, let value): "\(part) cannot be '\(value.prefix(40))'"
    case .outOfRange(let part, let value, let allowed):
      "\(part) is \(value.prefix(40)); allowed is \(allowed)"
    case .unsupportedPart(let part): "\(part) (RFC 7529) is not supported"
    }
  }
}
