import AlmanacModel

/// Reads the addresses of an event: its page, image and online meeting.
struct EventLinks {
  let baseURL: String?

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
  func webAddress(_ fields: inout FieldSanitizer, _ line: ContentLine) -> String? {
    let text = FieldText.clean(Self.text(of: line)).text
    let address = URLText.normalized(text, base: baseURL)
    if address == nil, !text.isEmpty {
      fields.note(
        once: "S_URL", "'\(text.prefix(80))' in \(line.name) is no web address", at: line)
    }
    return address
  }

  /// The address of a conference, which may also be a phone number or a chat (RFC 7986, section
  /// 5.11).
  func conference(_ fields: inout FieldSanitizer, _ line: ContentLine) -> String? {
    let scheme = URLText.scheme(of: Self.text(of: line).lowercased())
    let isWeb = scheme == nil || scheme == "http" || scheme == "https"
    return isWeb ? webAddress(&fields, line) : nil
  }

  /// The first of several addresses separated by commas, such as image sizes.
  func firstAddress(_ line: ContentLine) -> String? {
    let text = Self.text(of: line)
    let first = text.split(separator: ",").first.map(String.init) ?? text
    return URLText.normalized(first, base: baseURL)
  }

  /// The address of an image, or of an attachment that is a picture.
  func picture(_ line: ContentLine) -> String? {
    guard line.value.count <= 8_192 else { return nil }
    if line.property == .image { return address(line) }
    guard line.parameter("VALUE")?.uppercased() != "BINARY", let address = address(line) else {
      return nil
    }
    let type = line.parameter("FMTTYPE")?.lowercased() ?? ""
    let isPicture = type.hasPrefix("image/") || type.isEmpty && URLText.endsAsPicture(address)
    return isPicture ? address : nil
  }
}
