public import AlmanacModel
import AlmanacTime

extension EventIdentity: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("campus", campus)
    output.member("core", core)
    output.member("id", id)
    output.member("issued", issued)
    output.member("listings", listings)
    output.member("mergedInto", mergedInto)
    output.member("traces", traces)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let campus: String = try input.member("campus")
    let core: [String]? = try input.optional("core")
    let id: String = try input.member("id")
    let issued: Instant = try input.member("issued")
    let listings: [String] = try input.member("listings")
    let mergedInto: String? = try input.optional("mergedInto")
    let traces: [ListingTrace] = try input.member("traces")
    try input.endObject()
    self.init(
      id: id, campus: campus, listings: listings, traces: traces, issued: issued,
      mergedInto: mergedInto, core: core)
  }
}

extension ListingTrace: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("formerNames", formerNames)
    output.member("id", id)
    output.member("link", link)
    output.member("source", source)
    output.member("start", start)
    output.member("title", title)
    output.member("uid", uid)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let formerNames: [String]? = try input.optional("formerNames")
    let id: String = try input.member("id")
    let link: String? = try input.optional("link")
    let source: String = try input.member("source")
    let start: CalendarTime = try input.member("start")
    let title: String = try input.member("title")
    let uid: String? = try input.optional("uid")
    try input.endObject()
    self.init(
      id: id, source: source, title: title, start: start, link: link, uid: uid,
      formerNames: formerNames)
  }
}
