public import AlmanacModel
public import AlmanacTime

/// A user's decision about a project, or a project owner's about a user: a line of a log.
public struct Swipe: Hashable, Sendable {
  /// The side that swiped. The raw values are those of the log.
  public enum Direction: String, Hashable, Sendable { case user, project }

  public var user: String
  public var project: String
  public var direction: Direction
  /// Whether the swipe was to the right.
  public var isApproved: Bool
  public var at: Instant
}

extension Swipe {
  /// Parses `{"user": …, "project": …, "direction": "user", "approve": true, "at": …}`. `approve` may
  /// also be `"left"` or `"right"`.
  public init(_ json: JSONValue) throws(LogLineError) {
    user = try LogLineError.id("user", in: json)
    project = try LogLineError.id("project", in: json)
    guard let direction = json["direction"]?.string.flatMap(Direction.init) else {
      throw LogLineError(member: "direction", expected: "user or project")
    }
    self.direction = direction
    switch json["approve"] {
    case .bool(let isApproved): self.isApproved = isApproved
    case .string("right"): isApproved = true
    case .string("left"): isApproved = false
    default: throw LogLineError(member: "approve", expected: "true, false, left or right")
    }
    at = try LogLineError.time(in: json)
  }
}

/// A project, from a line of a log. The latest line of a project replaces the others.
public struct Project: Hashable, Sendable {
  public var id: String
  public var title: String
  public var text: String?
  public var owner: String
  /// Ids of the members. `MatchFold` adds the owner and the matched users.
  public var members: Set<String>
  public var isDeleted: Bool
  public var at: Instant
}

extension Project {
  /// Parses `{"id": …, "title": …, "owner": …, "at": …}` with optional `description`, `members` and
  /// `deleted`. A deleted project needs neither title nor owner.
  public init(_ json: JSONValue) throws(LogLineError) {
    id = try LogLineError.id("id", in: json)
    switch json["deleted"] {
    case nil, .null: isDeleted = false
    case .bool(let value): isDeleted = value
    default: throw LogLineError(member: "deleted", expected: "true or false")
    }
    title = json.text("title") ?? ""
    guard isDeleted || !title.isEmpty else {
      throw LogLineError(member: "title", expected: "a text")
    }
    text = json.text("description")
    owner = isDeleted && json["owner"] == nil ? "" : try LogLineError.id("owner", in: json)
    members = []
    for member in json["members"]?.array ?? [] {
      guard let user = member.string, PrivateID.isValid(user) else {
        throw LogLineError(member: "members", expected: "a list of ids")
      }
      members.insert(user)
    }
    at = try LogLineError.time(in: json)
  }

  /// Whether this line replaces another line of the same project. Lines with the same time are compared
  /// by content, so that the order of lines does not matter.
  func isLater(than other: Project) -> Bool {
    if at != other.at { return at > other.at }
    return content.lexicographicallyPrecedes(other.content)
  }

  private var content: [String] {
    [isDeleted ? "0" : "1", title, text ?? "", owner] + members.sorted()
  }
}

extension LogLineError {
  static func id(_ member: String, in json: JSONValue) throws(LogLineError) -> String {
    guard let text = json[member]?.string, PrivateID.isValid(text) else {
      throw LogLineError(
        member: member, expected: "an id of lower-case letters, digits and hyphens")
    }
    return text
  }
}
