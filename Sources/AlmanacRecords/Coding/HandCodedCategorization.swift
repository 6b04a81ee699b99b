public import AlmanacModel

extension Categorization: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("category", category)
    output.member("confidence", confidence)
    output.member("facets", facets)
    output.member("method", method)
    output.member("others", others)
    output.member("reason", reason)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let category: String = try input.member("category")
    let confidence: Double = try input.member("confidence")
    let facets: [EventFacet]? = try input.optional("facets")
    let method: Method = try input.member("method")
    let others: [String] = try input.member("others")
    let reason: String = try input.member("reason")
    try input.endObject()
    self.init(
      category: category, others: others, confidence: confidence, method: method, reason: reason,
      facets: facets)
  }
}

extension Categorization.Method: HandCoded {}

extension EventFacet: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("name", name)
    output.member("source", source)
    output.member("value", value)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let name: Name = try input.member("name")
    let source: String = try input.member("source")
    let value: String = try input.member("value")
    try input.endObject()
    self.init(name, value, source: source)
  }
}

extension EventFacet.Name: HandCoded {}
