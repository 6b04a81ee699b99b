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

  mutating func take(_ line: ContentLine, _ entry: inout Entry) {
    switch line.property {
    case .url: page = page ?? address(line)
    case .vendorPage, .originalURL: fallbackPage = fallbackPage ?? address(line)
    case .image where line.value.count <= 8_192: image = image ?? address(line)
    case .attachment: takeAttachment(line)
    case .vendorImage: fallbackImage = fallbackImage ?? firstAddress(line)
    case .conference: online = online ?? address(line)
    default: break
    }
  }

  func apply(to entry: inout Entry) {
    entry.link = page ?? fallbackPage
    entry.image = image ?? fallbackImage
    // A Zoom address often stands where the room should.
    entry.onlineURL = online ?? entry.venue.flatMap { URLText.isWebAddress($0) ? $0 : nil }
  }

  /// Values of URI type are not escaped, but many writers do.
  private func address(_ line: ContentLine) -> String? {
    URLText.normalized(HTMLEntities.decode(EventText.unescaped(line)), base: baseURL)
  }

  /// Of several sizes, separated by commas, the first.
  private func firstAddress(_ line: ContentLine) -> String? {
    let text = EventText.unescaped(line)
    let first = text.split(separator: ",").first.map(String.init) ?? text
    return URLText.normalized(HTMLEntities.decode(first), base: baseURL)
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
