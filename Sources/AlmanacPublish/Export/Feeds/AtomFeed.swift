/// An Atom feed (RFC 4287) of an edition.
struct AtomFeed {
  let path: String
  /// The last part of the feed's tag URI.
  let id: String
  let title: String
  /// In the form of RFC 3339. Not the run time: a run without changes doesn't change the feed.
  let updated: String

  /// Writes the feed with these entries.
  func write(
    _ entries: some Sequence<String>, of contents: EditionContents, attributions: [Attribution],
    to builder: EditionBuilder
  ) throws {
    let file = try builder.file(path)
    try file.append(
      """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
      <id>tag:\(XMLText.escaped(contents.options.uidDomain)),2026:\(XMLText.escaped(id))</id>

      """)
    try file.append(XMLText.element("title", title))
    if let address = contents.options.address {
      try file.append(XMLText.link("self", "application/atom+xml", address.file(path)))
      try file.append(XMLText.link("alternate", "text/html", address.page()))
    }
    try file.append(XMLText.element("updated", updated))
    try file.append(
      "<author><name>\(XMLText.escaped(contents.options.calendarName))</name></author>\n")
    try file.append(XMLText.element("rights", attributions.lines.joined(separator: "\n")))
    for entry in entries {
      try file.append(entry)
      file.records += 1
    }
    try file.append("</feed>\n")
    try builder.finish(file)
  }
}
