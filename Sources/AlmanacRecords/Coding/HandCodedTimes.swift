public import AlmanacTime

extension CalendarTime: HandCoded {
  public func write(to output: inout RecordOutput) { output.time(self) }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    self = try input.time()
  }
}

extension Instant: HandCoded {
  public func write(to output: inout RecordOutput) { output.string { append(to: &$0) } }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    self = try input.instant()
  }
}

extension RecurrenceRule: HandCoded {
  public func write(to output: inout RecordOutput) { output.string(description) }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    guard let rule = try? RecurrenceRule(parsing: try input.string()) else {
      throw RecordInput.Unexpected()
    }
    self = rule
  }
}
