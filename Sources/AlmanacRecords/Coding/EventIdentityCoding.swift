public import AlmanacModel
import AlmanacTime

extension EventIdentity: JSONMemberCodable {
  public static var blank: EventIdentity {
    EventIdentity(id: "", campus: "", listings: [], issued: .blank)
  }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("campus", &campus)
    try coder.member("core", &core)
    try coder.member("id", &id)
    try coder.member("issued", &issued)
    try coder.member("listings", &listings)
    try coder.member("mergedInto", &mergedInto)
    try coder.member("traces", &traces)
  }
}

extension ListingTrace: JSONMemberCodable {
  public static var blank: ListingTrace {
    ListingTrace(id: "", source: "", title: "", start: .blank)
  }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("formerNames", &formerNames)
    try coder.member("id", &id)
    try coder.member("link", &link)
    try coder.member("source", &source)
    try coder.member("start", &start)
    try coder.member("title", &title)
    try coder.member("uid", &uid)
  }
}
