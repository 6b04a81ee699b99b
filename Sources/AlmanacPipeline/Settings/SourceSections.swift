import AlmanacIngest
import AlmanacModel
import Foundation

// Sections of a source's definition.

extension Source.Location: ConfigurationValue {
  /// The value of `path`, or that of `url`, in the keys of a definition.
  init(_ node: ConfigurationNode) throws {
    if node["path"] != nil {
      self = .file((try node.decoded("path") as URL).path)
      return
    }
    let url = node.child("url")
    let text: String = try url.decoded()
    guard let scheme = URL(string: text)?.scheme?.lowercased(),
      ["http", "https"].contains(scheme) || WebcalAddress.schemes.contains(scheme)
    else {
      throw url.error("'\(text)' is no http, https, webcal or webcals URL; a local file is 'path:'")
    }
    if let pattern = DatedAddress.unwritable(in: text) {
      throw url.error(
        "'\(pattern)' is no pattern of y, M, d, H, m and s for a date, nor epoch-s or epoch-ms")
    }
    self = .url(text)
  }
}

extension Credentials: ConfigurationValue {
  /// The value of `auth`: `{basic: USER, password: SECRET}`, `{bearer: SECRET}`,
  /// `{header: NAME, value: SECRET}` or `{key: SECRET}`.
  init(_ node: ConfigurationNode) throws {
    if let user = node["basic"] {
      let name: String = try user.decoded()
      guard !name.contains(":") else { throw user.error("a user's name has no ':' (RFC 7617)") }
      self = .basic(user: name, password: try node.decoded("password"))
    } else if let header: String = try node.decoded("header") {
      self = .header(name: header, value: try node.decoded("value"))
    } else if node["bearer"] != nil {
      self = .bearer(try node.decoded("bearer"))
    } else {
      self = .key(try node.decoded("key"))
    }
  }
}

extension PagingRule: ConfigurationValue {
  /// The value of `pages`: `link`, or `{next: PATH}`, `{page: NAME}`, `{offset: NAME}`,
  /// `{cursor: NAME, at: PATH}` or `{sitemap: PATTERN}`, with bounds.
  init(_ node: ConfigurationNode) throws {
    let method: Method =
      if let path = node["next"]?.text {
        .next(path: path)
      } else if let name = node["page"]?.text {
        .number(parameter: name, first: try node.decoded("first"))
      } else if let name = node["offset"]?.text {
        .offset(parameter: name)
      } else if let name = node["cursor"]?.text {
        .cursor(parameter: name, path: try node.decoded("at"))
      } else if let pattern = node["sitemap"]?.text {
        .sitemap(pattern: pattern)
      } else {
        .link
      }
    self.init(
      method, pageCount: try node.decoded("pageCount"), itemCount: try node.decoded("itemCount"),
      most: try node.decoded("most"), timeout: try node.decoded("timeout"))
  }
}

extension VenueStrategy: ConfigurationValue {
  /// The value of `venue`: `text`, `prefer-coordinates`, `none` or `{default: PLACE}`; also the word as
  /// `strategy`.
  init(_ node: ConfigurationNode) throws {
    switch node["strategy"]?.text {
    case "text": self = .text
    case "prefer-coordinates": self = .preferCoordinates
    case "none": self = .none
    case nil where node["default"] == nil: self = .text
    default: self = .fallback(place: try node.decoded("default"))
    }
  }
}

extension ConfigurationNode {
  /// Checks that the words before a venue are given for the fields of text, and only for them.
  func checkLabel(_ reading: VenueReading) throws(ConfigurationError) {
    let isFree = reading.fields.contains { $0 == .title || $0 == .description }
    if let after = self["after"] {
      guard isFree else { throw after.error("is for 'from: title' and 'from: description'") }
      guard reading.label?.isEmpty == false else { throw after.error("is empty") }
    } else if isFree {
      throw error("needs the words before the venue, such as after: \"Where:\"")
    }
  }
}
