import AlmanacModel

/// The addresses of an event: its page, its picture, where to join online.
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

  /// RFC 7986 section 5.11: a conference may also be a telephone number or a chat.
  private mutating func takeConference(_ line: ContentLine, _ fields: inout FieldSanitizer) {
    let scheme = URLText.scheme(of: Self.text(of: line).lowercased())
    let isWeb = scheme == nil || scheme == "http" || scheme == "https"
    online = online ?? (isWeb ? webAddress(line, &fields) : nil)
  }

  mutating func apply(to entry: inout Entry) {
    entry.link = page ?? fallbackPage
    entry.image = image ?? fallbackImage
    // The address of a meeting often stands in place of the room, or beside it.
    if let venue = entry.venue, venue.utf8.contains(UInt8(ascii: ":")),
      let link = VenueLink(in: venue)
    {
      entry.venue = link.venue
      online = online ?? link.address
    }
    entry.onlineURL = online
  }

  /// The text of a value of URI type, which has no escapes by RFC 5545 section 3.3.13. Many writers
  /// escape it, and no backslash belongs to a URI (RFC 3986 section 2).
  static func text(of line: ContentLine) -> String {
    let text = EventText.unescaped(line)
    let hasEscapes = text.utf8.contains(UInt8(ascii: "\\"))
    return HTMLEntities.decode(hasEscapes ? text.filter { $0 != "\\" } : text)
  }

  private func address(_ line: ContentLine) -> String? {
    URLText.normalized(Self.text(of: line), base: baseURL)
  }

  /// The same for a property that contains nothing but a web address; notes one that cannot be read.
  private func webAddress(_ line: ContentLine, _ fields: inout FieldSanitizer) -> String? {
    let text = FieldText.clean(Self.text(of: line)).text
    let address = URLText.normalized(text, base: baseURL)
    if address == nil, !text.isEmpty {
      fields.note(
        once: "S_URL", "'\(text.prefix(80))' in \(line.name) is no web address", at: line)
    }
    return address
  }

  /// Of several sizes, separated by commas, the first.
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
