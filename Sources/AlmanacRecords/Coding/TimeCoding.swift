public import AlmanacTime

extension CalendarTime: FastJSONCodable {
  public func write(to output: inout JSONRecordEncoder) { output.string(description) }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
    self = try input.time()
  }
}

extension Instant: FastJSONCodable {
  public func write(to output: inout JSONRecordEncoder) { output.string(rfc3339) }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
    self = try input.instant()
  }
}

extension RecurrenceRule: FastJSONCodable {
  public func write(to output: inout JSONRecordEncoder) { output.string(description) }

  public init(from input: inout JSONRecordDecoder) throws(UnexpectedRecord) {
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
