import AlmanacModel

extension JSONWriter {
  /// Writes an object as a member.
  mutating func object(
    _ name: String, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    key(name)
    beginObject()
    try body(&self)
    endObject()
  }

  /// Writes an array as a member.
  mutating func array(_ name: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
    key(name)
    beginArray()
    try body(&self)
    endArray()
  }

  /// Writes an array of objects as a member.
  ///
  /// - Parameter onLines: Whether each object begins a line.
  mutating func objects<Element>(
    _ name: String, _ elements: some Sequence<Element>, onLines: Bool = false,
    _ body: (Element, inout JSONWriter) throws -> Void
  ) rethrows {
    try array(name) { json in
      for element in elements {
        if onLines { json.newline() }
        json.beginObject()
        try body(element, &json)
        json.endObject()
      }
    }
  }

  /// `[latitude, longitude]` in degrees, in Leaflet's order. Six decimals are 11 cm.
  mutating func element(_ point: Coordinate) {
    beginArray()
    number(point.latitude, decimals: 6)
    number(point.longitude, decimals: 6)
    endArray()
  }

  mutating func member(_ name: String, _ point: Coordinate?) {
    guard let point else { return }
    key(name)
    element(point)
  }
}
