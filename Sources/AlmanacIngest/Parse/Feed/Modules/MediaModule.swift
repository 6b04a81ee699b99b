/// The image of an item: Media RSS, an enclosure, an iTunes image, or an `image` as of a channel.
enum MediaModule {
  /// The address as written.
  static func image(of item: FeedItem) -> String? {
    guard item.hasFields(of: .media) else { return enclosure(of: item) }
    let groups = [item] + item.within(.group, .media) + item.within(.content, .media)
    for group in groups {
      for content in group.all(.content, .media) where isImage(content) {
        if let url = content.attribute("url") { return url }
      }
    }
    for group in groups {
      if let url = group.first(.thumbnail, .media)?.attribute("url") { return url }
    }
    return enclosure(of: item)
  }

  private static func enclosure(of item: FeedItem) -> String? {
    let enclosure = item.all(.enclosure, .rss).first(where: isImage)
    return enclosure?.attribute("url") ?? item.first(.image, .iTunes)?.attribute("href")
      ?? item.within(.image, .rss).first.flatMap {
        $0.text(.url, .rss) ?? ($0.node.isMarkup ? nil : $0.node.text.nonBlank)
      }
  }

  /// Whether an element is an image: by medium, else by type, else by the address's extension.
  private static func isImage(_ node: XMLNode) -> Bool {
    if let medium = node.attribute("medium") { return medium.lowercased() == "image" }
    if let type = node.attribute("type"), !type.isEmpty {
      return type.lowercased().hasPrefix("image/")
    }
    return node.attribute("url").map(URLText.endsAsPicture) ?? false
  }
}
