import AlmanacModel

/// A list of a site's pages, or of other such lists (sitemaps.org, protocol 0.9).
enum Sitemap {
  struct Entry: Equatable {
    var address: String
    /// As written: a W3C date, whose order is that of its text.
    var date: String?
    /// Whether it is a sitemap itself.
    var isSitemap: Bool
  }

  /// Of a document of another kind there are none.
  static func entries(in bytes: [UInt8]) -> [Entry] {
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
}
