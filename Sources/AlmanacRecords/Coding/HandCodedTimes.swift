public import AlmanacTime

extension CalendarTime: HandCoded {
  public func write(to output: inout RecordOutput) { output.time(self) }

  public init(from input: inout RecordInput) throws(UnexpectedRecord) {
    self = try input.time()
  }
}

extension Instant: HandCoded {
  public func write(to output: inout RecordOutput) { output.string { append(to: &$0) } }

  public init(from input: inout RecordInput) throws(UnexpectedRecord) {
    self = try input.instant()
  }
}

extension RecurrenceRule: HandCoded {
  public func write(to output: inout RecordOutput) { output.string(description) }

  public init(from input: inout RecordInput) throws(UnexpectedRecord) {
    guard let rule = try? RecurrenceRule(parsing: try input.string()) else {
      throw UnexpectedRecord()
    }
    self = rule
  }
}

extension CalendarTime {
  static var blank: CalendarTime { .day(CivilDate(dayNumber: 0)) }
}

extension Instant {
  static var blank: Instant { Instant(secondsSinceEpoch: 0) }
}
