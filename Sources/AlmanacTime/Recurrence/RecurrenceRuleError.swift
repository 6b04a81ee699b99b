/// The reason why a text is not a recurrence rule of RFC 5545.
public enum RecurrenceRuleError: Error, Hashable, Sendable {
  case empty
  /// The number of bytes exceeds the limit.
  case tooLong(Int)
  /// A part without `=`.
  case malformedPart(String)
  case unknownPart(String)
  case duplicatePart(String)
  case missingFrequency
  case unknownFrequency(String)
  /// A value of another type, such as a word instead of a number.
  case invalidValue(part: String, value: String)
  /// A number out of the part's range, such as zero.
  case outOfRange(part: String, value: String, allowed: String)
  /// RSCALE (RFC 7529) with another calendar than the Gregorian one.
  case unsupportedPart(String)
}

extension RecurrenceRuleError: CustomStringConvertible {
  /// The error and, if useful, the valid values. Quoted text is cut to 40 characters.
  public var description: String {
    switch self {
    case .empty: "the recurrence rule is empty"
    case .tooLong(let bytes): "the recurrence rule has \(bytes) bytes, which is too long"
    case .malformedPart(let part): "'\(part.prefix(40))' is not a rule part NAME=VALUE"
    case .unknownPart(let part): "'\(part.prefix(40))' is not a rule part of RFC 5545"
    case .duplicatePart(let part): "\(part) occurs more than once"
    case .missingFrequency: "the recurrence rule has no FREQ"
    case .unknownFrequency(let value):
      "FREQ is '\(value.prefix(40))'; it must be one of SECONDLY … YEARLY"
    case .invalidValue(let part, let value): "\(part) cannot be '\(value.prefix(40))'"
    case .outOfRange(let part, let value, let allowed):
      "\(part) is \(value.prefix(40)); allowed is \(allowed)"
    case .unsupportedPart(let part): "this \(part) (RFC 7529) is not supported"
    }
  }
}
