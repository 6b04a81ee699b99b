/// A file that a call names to be read is missing or can't be read.
public struct InputError: Error, Equatable, Sendable, CustomStringConvertible {
  let file: String
  public let reason: String

  public init(file: String, reason: String) {
    self.file = file
    self.reason = reason
  }

  public var description: String { "\(file) can't be read: \(reason)" }
}
