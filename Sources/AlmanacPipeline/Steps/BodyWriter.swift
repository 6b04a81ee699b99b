import AlmanacStore

/// Writes bodies one group at a time: those that arrive during a write are written together by the
/// next one, so that the disk is flushed a few times for all. Sources may return the same bytes.
actor BodyWriter {
  private let bodies: CaptureBodies
  private var waiting: [String: [UInt8]] = [:]
  /// Will write the waiting bodies.
  private var write: Task<Void, any Error>?

  init(bodies: CaptureBodies) { self.bodies = bodies }

  /// Returns when the body is on disk.
  func store(_ body: [UInt8], sha256: String) async throws {
    waiting[sha256] = body
    let write = write ?? Task { try writeWaiting() }
    self.write = write
    try await write.value
  }

  private func writeWaiting() throws {
    let group = waiting
    (waiting, write) = ([:], nil)
    try bodies.store(group)
  }
}
