import AlmanacModel

/// Reads the addresses of an event: its page, image and online meeting.
struct EventLinks {
  let baseURL: String?
  private var page: String?
  private var fallbackPage: String?
  private var image: String?
  private var fallbackImage: String?
  private var online: String?

  init(baseURL: String?) { self.baseURL = baseURL }

  mutating func take(_ line: ContentLine, _ fields: inout FieldSanitizer) {
    switch line.property {
    case .url: page = page ?? webAddress(line, &fields)
    case .vendorPage, .originalURL: fallbackPage = fallbackPage ?? webAddress(line, &fields)
    case .image where line.value.count <= 8_192: image = image ?? address(line)
    case .attachment: takeAttachment(line)
    case .vendorImage: fallbackImage = fallbackImage ?? firstAddress(line)
    case .conference: takeConference(line, &fields)
    default: break
    }
  }

  /// Reads a conference, which may also be a phone number or a chat (RFC 7986, section 5.11).
  private mutating func takeConference(_ line: ContentLine, _ fields: inout FieldSanitizer) {
    let scheme = URLText.scheme(of: Self.text(of: line).lowercased())
    let isWeb = scheme == nil || scheme == "http" || scheme == "https"
    online = online ?? (isWeb ? webAddress(line, &fields) : nil)
  }

  mutating func apply(to entry: inout Entry) {
    entry.link = page ?? fallbackPage
    entry.image = image ?? fallbackImage
    // The venue may be the address of a meeting, or contain it beside the room.
    if let venue = entry.venue, venue.utf8.contains(UInt8(ascii: ":")),
      let link = OnlineVenue(in: venue)
    {
      entry.venue = link.venue
      online = online ?? link.address
    }
    entry.onlineURL = online
  }

  /// The text of a URI value. URIs have no escapes (RFC 5545, section 3.3.13), but many programs
  /// write them; no URI contains a backslash (RFC 3986, section 2).
  static func text(of line: ContentLine) -> String {
    let text = VEventText.unescaped(line)
    let hasEscapes = text.utf8.contains(UInt8(ascii: "\\"))
    return HTMLEntities.decode(hasEscapes ? text.filter { $0 != "\\" } : text)
  }

  private func address(_ line: ContentLine) -> String? {
    URLText.normalized(Self.text(of: line), base: baseURL)
  }

  /// The web address in a property; an unreadable one is reported.
  private func webAddress(_ line: ContentLine, _ fields: inout FieldSanitizer) -> String? {
    let text = FieldText.clean(Self.text(of: line)).text
    let address = URLText.normalized(text, base: baseURL)
    if address == nil, !text.isEmpty {
      fields.note(
        once: "S_URL", "'\(text.prefix(80))' in \(line.name) is no web address", at: line)
    }
    return address
  }

  /// The first of several addresses separated by commas, such as image sizes.
  private func firstAddress(_ line: ContentLine) -> String? {
    let text = Self.text(of: line)
    let first = text.split(separator: ",").first.map(String.init) ?? text
    return URLText.normalized(first, base: baseURL)
  }

  private mutating func takeAttachment(_ line: ContentLine) {
    guard line.parameter("VALUE")?.uppercased() != "BINARY", line.value.count <= 8_192,
      let address = address(line)
    else { return }
    let type = line.parameter("FMTTYPE")?.lowercased() ?? ""
    let isPicture =
      type.hasPrefix("image/") || type.isEmpty && URLText.endsAsPicture(address)
    if isPicture { image = image ?? address }
  }
}
