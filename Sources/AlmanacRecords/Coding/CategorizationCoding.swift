public import AlmanacModel

extension Categorization: JSONMemberCodable {
  public static var blank: Categorization {
    Categorization(category: "", confidence: 0, method: .none, reason: "")
  }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("basis", &basis)
    try coder.member("category", &category)
    try coder.member("confidence", &confidence)
    try coder.member("facets", &facets)
    try coder.member("method", &method)
    try coder.member("others", &others)
    try coder.member("reason", &reason)
  }
}

extension Categorization.Method: FastJSONCodable {}

extension EventFacet: JSONMemberCodable {
  public static var blank: EventFacet { EventFacet(.audience, "", source: "") }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("name", &name)
    try coder.member("source", &source)
    try coder.member("value", &value)
  }
}

extension EventFacet.Name: FastJSONCodable {}
