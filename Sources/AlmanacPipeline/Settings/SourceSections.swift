import AlmanacModel
import Foundation

// Sections of a source's definition.

extension ConfigurationNode {
  /// The value of `auth`: `{basic: USER, password: SECRET}`, `{bearer: SECRET}`,
  /// `{header: NAME, value: SECRET}` or `{key: SECRET}`.
  func credentials() throws(ConfigurationError) -> Credentials {
    if let key = self["key"] { return .key(key.secretPlace) }
    switch (self["basic"], self["bearer"], self["header"]) {
    case (let user?, nil, nil):
      let name = user.text ?? ""
      guard !name.contains(":") else { throw user.error("a user's name has no ':' (RFC 7617)") }
      return .basic(user: name, password: try required("password").secretPlace)
    case (nil, let token?, nil): return .bearer(token.secretPlace)
    case (nil, nil, let header?):
      return .header(name: header.text ?? "", value: try required("value").secretPlace)
    default:
      throw error("expected one of 'basic' with 'password', 'bearer', 'header' with 'value', 'key'")
    }
  }

  /// `{env: NAME}` or `{file: PATH}`. Definitions are shared and published, so they have no secrets.
  var secretPlace: SecretPlace {
    if let name = self["env"]?.text { return .environment(name) }
    let folder = URL(filePath: file).deletingLastPathComponent()
    return .file((self["file"] ?? self).file(in: folder).path)
  }

  /// The value of `pages`: `link`, or `{next: PATH}`, `{page: NAME}`, `{offset: NAME}`,
  /// `{cursor: NAME, at: PATH}` or `{sitemap: PATTERN}`, with bounds.
  func pagingRule() throws(ConfigurationError) -> PagingRule {
    guard isMapping else {
      return try ConfigurationNode.standard(.feed, part: "pages").pagingRule(.link)
    }
    return try pagingRule(pagingMethod())
  }

  /// The rule with the limits of this section.
  func pagingRule(_ method: PagingRule.Method) throws(ConfigurationError) -> PagingRule {
    PagingRule(
      method, pageCount: self["pageCount"]?.text, itemCount: self["itemCount"]?.text,
      most: try value("most", \.integer), timeout: try value("timeout", \.seconds))
  }

  private func pagingMethod() throws(ConfigurationError) -> PagingRule.Method {
    let methods = ["next", "page", "offset", "cursor", "sitemap"].compactMap { name in
      self[name]?.text.map { (name, $0) }
    }
    guard methods.count == 1, let (name, text) = methods.first else {
      throw error("expected one of next, page, offset, cursor and sitemap")
    }
    switch name {
    case "next": return .next(path: text)
    case "page": return .number(parameter: text, first: try value("first", \.integer))
    case "offset": return .offset(parameter: text)
    case "cursor": return .cursor(parameter: text, path: try required("at").text ?? "")
    default: return .sitemap(pattern: text)
    }
  }

  /// The value of `presence`.
  func presenceRule(_ gazetteer: Gazetteer) throws(ConfigurationError) -> PresenceRule {
    var rule = PresenceRule(
      key: try required("key").secretPlace, least: try value("least", \.integer),
      radius: try value("radius", \.number), wait: try value("wait", \.seconds))
    for (place, capacity) in self["capacity"]?.members ?? [] {
      guard gazetteer.places.contains(where: { $0.id == place }) else {
        throw capacity.error("there is no place '\(place)' in the gazetteer")
      }
      rule.capacities[place] = capacity.integer
    }
    return rule
  }

  /// The value of `submissions`.
  func submissionRules() throws(ConfigurationError) -> SubmissionRules {
    var rules = SubmissionRules(
      key: try required("key").secretPlace, reports: try value("reports", \.integer),
      reasons: try value("reasons", \.texts))
    rules.required = Set(self["required"]?.texts ?? [])
    for (member, column) in self["columns"]?.members ?? [] { rules.columns[member] = column.text }
    return rules
  }

  /// The value of `venue`: `text`, `prefer-coordinates`, `none` or `{default: PLACE}`; also the word as
  /// `strategy`.
  func venueStrategy(_ gazetteer: Gazetteer) throws(ConfigurationError) -> VenueStrategy {
    switch text ?? self["strategy"]?.text {
    case "text": return .text
    case "prefer-coordinates": return .preferCoordinates
    case "none": return .none
    case nil where self["default"] == nil: return .text
    default: return .fallback(place: try required("default").place(in: [gazetteer]))
    }
  }

  /// The fields that have the venue, in the value of `venue`.
  func venueReading() throws(ConfigurationError) -> VenueReading {
    var reading = VenueReading()
    guard isMapping else { return reading }
    if let from = self["from"] {
      reading.fields = from.elements.compactMap { $0.word(VenueReading.Field.self) }
      guard !reading.fields.isEmpty else { throw from.error("name a field, such as location") }
    }
    reading.label = self["after"]?.text
    let isFree = reading.fields.contains { $0 == .title || $0 == .description }
    if let after = self["after"] {
      guard isFree else { throw after.error("is for 'from: title' and 'from: description'") }
      guard reading.label?.isEmpty == false else { throw after.error("is empty") }
    } else if isFree {
      throw error("needs the words before the venue, such as after: \"Where:\"")
    }
    return reading
  }
}
