public import AlmanacModel
public import AlmanacTime

/// What a user thinks of a project, or the project's owner of a user: one line of a log.
public struct Swipe: Hashable, Sendable {
  /// Who swiped.
  public enum Direction: String, Hashable, Sendable { case user, project }

  public var user: String
  public var project: String
  public var direction: Direction
  /// Right is true, left is false.
  public var isApproved: Bool
  public var at: Instant

  public init(
    user: String, project: String, direction: Direction, isApproved: Bool, at: Instant
  ) {
    self.user = user
    self.project = project
    self.direction = direction
    self.isApproved = isApproved
    self.at = at
  }

  /// Reads `{"user": …, "project": …, "direction": "user", "approve": true, "at": …}`; `approve` may
  /// also be `left` or `right`.
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

/// A project as one line of a log has it. Of several lines the latest counts.
public struct Project: Hashable, Sendable {
  public var id: String
  public var title: String
  public var text: String?
  public var owner: String
  /// Users that the owner added; the owner is a member, too.
  public var members: Set<String>
  public var isDeleted: Bool
  public var at: Instant

  public init(
    id: String, title: String, text: String? = nil, owner: String, members: Set<String> = [],
    isDeleted: Bool = false, at: Instant
  ) {
    self.id = id
    self.title = title
    self.text = text
    self.owner = owner
    self.members = members
    self.isDeleted = isDeleted
    self.at = at
  }

  /// Reads `{"id": …, "title": …, "owner": …, "at": …}`, and `description`, `members` and `deleted` if
  /// they are there.
  public init(_ json: JSONValue) throws(LogLineError) {
    id = try LogLineError.id("id", in: json)
    guard let title = json.text("title") else {
      throw LogLineError(member: "title", expected: "a text")
    }
    self.title = title
    text = json.text("description")
    owner = try LogLineError.id("owner", in: json)
    members = []
    for member in json["members"]?.array ?? [] {
      guard let user = member.string, PrivateID.isValid(user) else {
        throw LogLineError(member: "members", expected: "a list of ids")
      }
      members.insert(user)
    }
    isDeleted = json["deleted"]?.bool ?? false
    at = try LogLineError.time(in: json)
  }

  /// Whether this line counts before another of the same project; for lines of one time their content
  /// decides, so that the order of lines never does.
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
      throw LogLineError(member: member, expected: "an id of small letters, digits and hyphens")
    }
    return text
  }
}
