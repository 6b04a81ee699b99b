import AlmanacModel

/// Reads sitemaps, indexes of sitemaps, and sitemaps of plain text (sitemaps.org, protocol 0.9).
enum Sitemap {
  struct Entry: Equatable {
    var address: String
    /// A W3C date as written. Such dates sort as texts.
    var date: String?
    /// Whether the address is that of another sitemap.
    var isSitemap: Bool
  }

  /// The entries of a sitemap or an index; empty for other documents.
  static func entries(in bytes: [UInt8]) -> [Entry] {
    if let lines = lines(in: bytes) { return lines }
    var entries: [Entry] = []
    var isSitemap = false
    do {
      _ = try XMLTree.parse(
        bytes,
        choose: { start, ancestors in
          guard ancestors.isEmpty else { return .build }
          let root = start.name.local.lowercased()
          isSitemap = root == "urlset" || root == "sitemapindex"
          return .descend
        },
        handle: { node, _ in
          func text(_ name: String) -> String? {
            node.children.first { $0.name.local.lowercased() == name }
              .map { $0.text.trimming(while: \.isWhitespace) }
          }
          guard let address = text("loc"), !address.isEmpty else { return }
          entries.append(
            Entry(
              address: String(address), date: text("lastmod").map { String($0) },
              isSitemap: node.name.local.lowercased() == "sitemap"))
        })
    } catch {
      return []
    }
    return isSitemap ? entries : []
  }

  /// The entries of a text file with one URL per line in UTF-8; nil if a line is no URL.
  private static func lines(in bytes: [UInt8]) -> [Entry]? {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    var entries: [Entry] = []
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let address = String(decoding: line, as: UTF8.self).trimming(while: \.isWhitespace)
      guard !address.isEmpty else { continue }
      guard URLText.isWebAddress(String(address)) else { return nil }
      entries.append(Entry(address: String(address), date: nil, isSitemap: false))
    }
    return entries
  }
}
