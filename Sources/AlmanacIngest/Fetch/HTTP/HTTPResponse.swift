/// The final response to a request, after all redirects.
public struct HTTPResponse: Equatable, Sendable {
  public var status: Int
  public var finalURL: String
  public var headers: HTTPHeaders
  /// Decompressed.
  public var body: [UInt8]
  /// In order.
  public var redirects: [HTTPRedirect] = []
  /// Whether the body did not have the coding of `Content-Encoding`.
  public var isMislabeled = false

  public init(
    status: Int, finalURL: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []
  ) {
    self.status = status
    self.finalURL = finalURL
    self.headers = headers
    self.body = body
  }

  /// Whether the body is only a part of the document, although no range was requested (RFC 9110,
  /// section 14.4).
  var isPart: Bool {
    guard status == 206 else { return false }
    let range = headers["Content-Range"]?.wholeMatch(of: /bytes 0-(\d+)\/(\d+)/)
    let (last, count) = (range.flatMap { Int($0.1) }, range.flatMap { Int($0.2) })
    return count == nil || last != count.map { $0 - 1 }
  }
}

/// A redirect that was followed.
public struct HTTPRedirect: Equatable, Sendable {
  /// 301, 302, 303, 307 or 308.
  public var status: Int
  /// The absolute URL.
  public var to: String

  public init(status: Int, to: String) {
    self.status = status
    self.to = to
  }
}

/// The header fields of a response, in order.
public struct HTTPHeaders: Equatable, Sendable {
  public private(set) var fields: [HTTPField]

  public init(_ fields: [HTTPField] = []) { self.fields = fields }

  /// The value of the last field with a name, which is case-insensitive.
  public subscript(name: String) -> String? {
    fields.last { $0.name.utf8.elementsEqual(name.utf8, by: { $0.lowercased == $1.lowercased }) }?
      .value
  }

  /// The values of all fields with a name.
  public func all(_ name: String) -> [String] {
    fields.filter { $0.name.utf8.elementsEqual(name.utf8, by: { $0.lowercased == $1.lowercased }) }
      .map(\.value)
  }

  /// The non-empty elements of a field's lists (RFC 9110, section 5.6.1).
  func list(_ name: String) -> [String] {
    all(name).flatMap { (value: String) -> [String] in
      value.split(separator: ",").map { Self.trimmed($0) }.filter { !$0.isEmpty }
    }
  }

  /// Adds a header line. A line that begins with white space continues the previous one (obsolete
  /// line folding, RFC 9112, section 5.2).
  mutating func add(line: some Collection<UInt8>) {
    let text = Self.latin1(line)
    if line.first == 0x20 || line.first == 0x09 {
      guard let last = fields.indices.last else { return }
      fields[last].value += " " + Self.trimmed(text)
    } else if let colon = text.firstIndex(of: ":") {
      fields.append(
        HTTPField(Self.trimmed(text[..<colon]), Self.trimmed(text[text.index(after: colon)...])))
    }
  }

  private static func latin1(_ bytes: some Collection<UInt8>) -> Substring {
    var text = ""
    text.reserveCapacity(bytes.count)
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text[...]
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank = { (scalar: Unicode.Scalar) in
      scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n"
    }
    var scalars = text.unicodeScalars.drop(while: isBlank)
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(scalars)
  }
}

extension HTTPResponse {
  /// The `Date` header (RFC 9110, section 6.6.1) in seconds since 1970; nil if missing or invalid.
  public var serverTime: Int? { headers["Date"].flatMap(HTTPDate.parse) }
}
