import AlmanacModel

/// Defects of a whole feed that change nothing of what is read: one finding each, with their number
/// and the first one's place.
final class FeedNotes {
  enum Kind: Int, CaseIterable {
    case dateForm
    case repeatedField
    case repeatedIdentifier
    case repeatedLink
    case permalinkForm
    case identifierForm
  }

  @exclusivity(unchecked) private var counts = [Int](repeating: 0, count: Kind.allCases.count)
  @exclusivity(unchecked) private var lines = [Int?](repeating: nil, count: Kind.allCases.count)
  @exclusivity(unchecked) private var identifiers: Set<Mark> = []

  func note(_ kind: Kind, line: Int?) {
    if counts[kind.rawValue] == 0 { lines[kind.rawValue] = line }
    counts[kind.rawValue] += 1
  }

  /// Remembers what identifies an item, and notes one that another item has.
  func identify(_ text: String?, line: Int?) {
    guard let text, !identifiers.insert(Mark(text)).inserted else { return }
    note(.repeatedIdentifier, line: line)
  }

  /// An identifier of Atom is an absolute IRI (RFC 4287 section 4.2.6).
  func checkIRI(_ text: String?, line: Int?) {
    if text.flatMap(URLText.scheme) == nil { note(.identifierForm, line: line) }
  }

  /// 128 bits of what identifies an item: a feed may have more items than memory should keep texts of.
  private struct Mark: Hashable {
    private var one: UInt64 = 14_695_981_039_346_656_037
    private var other: UInt64 = 0x2545_F491_4F6C_DD1D

    init(_ text: String) {
      var text = text
      text.withUTF8 { bytes in
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index &+ 8 <= raw.count {
          add(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
          index &+= 8
        }
        var rest = UInt64(bytes.count & 0xFF)
        while index < bytes.count {
          rest = rest &<< 8 | UInt64(bytes[index])
          index &+= 1
        }
        add(rest)
      }
    }

    private mutating func add(_ word: UInt64) {
      one = (one ^ word) &* 1_099_511_628_211
      one ^= one &>> 32
      other = (other &+ word) &* 0x9E37_79B9_7F4A_7C15
      other ^= other &>> 29
    }
  }

  var findings: [Finding] {
    Kind.allCases.compactMap { kind in
      let count = counts[kind.rawValue]
      guard count > 0 else { return nil }
      let message = count == 1 ? kind.message : "\(kind.message) (\(count) times)"
      return Finding(kind.code, message: message, line: lines[kind.rawValue])
    }
  }
}

extension FeedNotes.Kind {
  var code: FindingCode {
    switch self {
    case .dateForm: "W_DATE_FORM"
    case .repeatedField: "W_FIELD_REPEATED"
    case .repeatedIdentifier: "W_ID_REPEATED"
    case .repeatedLink: "W_LINK_REPEATED"
    case .permalinkForm: "W_GUID_FORM"
    case .identifierForm: "W_ID_FORM"
    }
  }

  fileprivate var message: String {
    switch self {
    case .dateForm: "date not in the form that its element must have"
    case .repeatedField:
      "element that may stand once stands again; the first one counts, of links the last"
    case .repeatedIdentifier: "item with the identifier of another one"
    case .permalinkForm: "guid that passes for a link and is none; isPermaLink=\"false\" says so"
    case .identifierForm: "identifier that is no IRI"
    case .repeatedLink: "link to the page itself besides one of the same type and language"
    }
  }
}
