import AlmanacModel

/// The location of an event (schema.org `location`): Place, PostalAddress, VirtualLocation, text,
/// or several of them.
struct SchemaLocation {
  /// The names of the places; their addresses if they have no names.
  private(set) var venue: String?
  /// The postal address of a named place.
  private(set) var address: String?
  private(set) var coordinate: Coordinate?
  private(set) var onlineURL: String?

  private let index: SchemaIndex
  private let base: String?
  private var names: [String] = []
  private var addresses: [String] = []
  private var isOnline = false

  /// - Parameter isOnlineOnly: Whether attendance is online only, whatever places are named.
  init(
    of event: SchemaNode, isOnlineOnly: Bool, _ index: SchemaIndex, base: String?,
    _ fields: inout FieldSanitizer
  ) {
    self.index = index
    self.base = base
    isOnline = isOnlineOnly
    for value in index.values("location", of: event).prefix(16) {
      switch value {
      case .text(let text): take(text, &fields)
      case .node(let node): take(node, &fields)
      }
    }
    settle(isOnlineOnly: isOnlineOnly)
  }

  private mutating func take(_ text: String, _ fields: inout FieldSanitizer) {
    guard let line = fields.htmlLine(text, of: "location") else { return }
    guard URLText.isWebAddress(line) else { return add(line, to: \.names) }
    isOnline = true
    onlineURL = onlineURL ?? URLText.normalized(line)
  }

  private mutating func take(_ node: SchemaNode, _ fields: inout FieldSanitizer) {
    if node.types.contains("VirtualLocation") {
      isOnline = true
      let address = node.text("url", "sameAs") ?? node.id ?? node.text("name")
      let isAddress = address.map(URLText.isWebAddress) ?? false
      onlineURL =
        onlineURL
        ?? fields.link(isAddress ? address : node.text("url"), of: "location", base: base)
    } else if node.types.contains("PostalAddress") {
      add(fields.htmlLine(node.text("name"), of: "location"), to: \.names)
      add(Self.line(of: node, &fields), to: \.addresses)
    } else {
      takePlace(node, &fields)
    }
  }

  private mutating func takePlace(_ place: SchemaNode, _ fields: inout FieldSanitizer) {
    var parts = [fields.htmlLine(place.text("name"), of: "location")].compactMap(\.self)
    // A room is followed by its building.
    for value in index.values("containedInPlace", of: place).prefix(1) {
      if let outer = fields.htmlLine(value.text, of: "location"), !parts.isEmpty,
        !parts[0].containsInAnyCase(outer)
      {
        parts.append(outer)
      }
    }
    if !parts.isEmpty { add(parts.joined(separator: ", "), to: \.names) }
    for value in index.values("address", of: place).prefix(4) {
      switch value {
      case .text(let text): add(fields.htmlLine(text, of: "address"), to: \.addresses)
      case .node(let node): add(Self.line(of: node, &fields), to: \.addresses)
      }
    }
    coordinate = coordinate ?? point(of: place, &fields)
    // A place on a meeting service is online; other pages are no place to join.
    let page = [place.text("url"), place.text("name")].compactMap(\.self).lazy
      .compactMap { OnlineVenue.meeting(in: $0) }.first
    if let page {
      isOnline = true
      onlineURL = onlineURL ?? page
    }
  }

  private func point(of place: SchemaNode, _ fields: inout FieldSanitizer) -> Coordinate? {
    let holders = index.values("geo", of: place).compactMap(\.node) + [place]
    for holder in holders {
      guard let latitude = holder.text("latitude"), let longitude = holder.text("longitude")
      else { continue }
      return PlaceModule.point(latitude, longitude, &fields)
    }
    return nil
  }

  /// A PostalAddress on one line in postal order, without repeated parts.
  private static func line(of address: SchemaNode, _ fields: inout FieldSanitizer) -> String? {
    var parts: [String] = []
    let names = [
      "postOfficeBoxNumber", "streetAddress", "addressLocality", "addressRegion", "postalCode",
      "addressCountry",
    ]
    for name in names {
      guard let text = fields.htmlLine(address.text(name), of: "address"),
        !parts.contains(where: { $0.containsInAnyCase(text) })
      else { continue }
      parts.append(text)
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private mutating func add(
    _ text: String?, to list: WritableKeyPath<SchemaLocation, [String]>
  ) {
    guard let text, !self[keyPath: list].contains(text) else { return }
    self[keyPath: list].append(text)
  }

  /// Sets the fields from all locations read.
  private mutating func settle(isOnlineOnly: Bool) {
    names.removeAll(where: URLText.isWebAddress)
    if isOnlineOnly {
      venue = "Online"
      coordinate = nil
    } else if names.isEmpty, addresses.isEmpty {
      venue = isOnline ? "Online" : nil
    } else {
      // With several places, the matcher gets all of them.
      venue = (names.isEmpty ? addresses : names).joined(separator: "; ")
      address = names.isEmpty ? nil : addresses.first.flatMap { addresses.count == 1 ? $0 : nil }
    }
  }
}

extension String {
  /// Whether the text contains another one, ignoring case.
  fileprivate func containsInAnyCase(_ other: String) -> Bool {
    lowercased().contains(other.lowercased())
  }
}
