import AlmanacModel

/// `site/index.html`: the template with its placeholders replaced.
struct SitePage {
  static let path = "site/index.html"

  var title: String
  /// The names of the campuses.
  var subtitle: String
  /// HTML of the static list.
  var list: String
  /// JSON-LD of the first events.
  var data: String
  /// A note for readers, such as that the list is incomplete.
  var note: String
  var attributions: [Attribution]
  var tiles: SiteOptions.Tiles?
  var hasMap: Bool
  var address: EditionAddress?
  var views: [EditionView] = []
  /// The address for submissions.
  var submit: String?
  /// Whether there is a feed of submitted events.
  var hasPosts = false

  var html: String { SiteAssets.template.filled(with: value(of:)) }

  private func value(of gap: String) -> String {
    switch gap {
    case "title": HTMLText.escaped(title)
    case "subtitle": HTMLText.escaped(subtitle)
    case "note": HTMLText.escaped(note)
    case "policy": HTMLText.escaped(policy)
    case "list": list
    case "data": data
    case "credits": credits
    case "links": links
    case "subscribe": subscription
    case "views": viewLinks
    case "submit": submission
    case "mapStyle":
      hasMap ? "<link rel=\"stylesheet\" href=\"leaflet/leaflet.css\">\n" : ""
    case "mapScript": hasMap ? "<script src=\"leaflet/leaflet.js\" defer></script>\n" : ""
    default: ""
    }
  }

  /// The feeds and calendars with the same events; full URLs if the edition's address is known.
  private var links: String {
    let posts =
      hasPosts ? [("application/atom+xml", "New events of members", PostFeed.path)] : []
    let others = [
      ("application/rss+xml", "Coming events", UpcomingFeeds.rssPath),
      ("application/feed+json", "Coming events", UpcomingFeeds.jsonPath),
      ("application/atom+xml", "Changes", ChangeFeed.path),
      ("text/calendar", "All events", CalendarPaths.all),
    ]
    let links = (others + posts).map { type, title, path in
      let address = HTMLText.escaped(address?.file(path) ?? "../\(path)")
      return "<link rel=\"alternate\" type=\"\(type)\" title=\"\(title)\" href=\"\(address)\">"
    }
    let own = address.map { "<link rel=\"canonical\" href=\"\(HTMLText.escaped($0.page()))\">" }
    return ([own].compactMap(\.self) + links).joined(separator: "\n")
  }

  /// A link that subscribes in the reader's calendar program; "" without the edition's address.
  private var subscription: String {
    guard let address else { return "" }
    let link = HTMLText.escaped(address.subscription(CalendarPaths.all))
    return "<a href=\"\(link)\">all events in your calendar</a>, "
  }

  /// The link for submitting events, with a note about approval.
  private var submission: String {
    guard let submit else { return "" }
    return "<p><a href=\"\(HTMLText.escaped(submit))\" rel=\"noopener\">Submit an event</a></p>\n"
      + "<p>Official events appear after approval; until then only their owner sees them as pending. "
      + "If an approved event is edited, the approved version stays until the edit is approved.</p>\n"
  }

  /// The files of views.
  private var viewLinks: String {
    guard !views.isEmpty else { return "" }
    let items = views.map { view in
      let files = [
        ("list", String(view.listPath.dropFirst("site/".count))),
        ("iCalendar", "../\(view.calendarPath)"),
        ("RSS", "../\(view.feeds.rss)"),
        ("next week", String(view.digestPath.dropFirst("site/".count))),
      ]
      let links = files.map { "<a href=\"\(HTMLText.escaped($0.1))\">\($0.0)</a>" }
      return "<li>\(HTMLText.escaped(view.name)): \(links.joined(separator: ", "))</li>"
    }
    let list = items.joined(separator: "\n")
    return "<h3>Selections</h3>\n<ul class=\"selections\">\n\(list)\n</ul>\n"
  }

  /// The Content-Security-Policy: the page's own files and, if configured, images of the tile
  /// server.
  ///
  /// On disk a page has no origin, so 'self' matches nothing in some browsers. There `file:`
  /// matches; on the web it matches nothing.
  private var policy: String {
    let own = "'self' file:"
    let pictures = ([own, "data:"] + [tiles?.server].compactMap(\.self))
      .joined(separator: " ")
    return "default-src 'none'; script-src \(own); style-src \(own); img-src \(pictures); "
      + "manifest-src \(own); worker-src \(own); base-uri 'none'; form-action 'none'"
  }

  private var credits: String { attributions.distinct.map(item).joined(separator: "\n") }

  private func item(_ attribution: Attribution) -> String {
    let license = attribution.license.map { " <small>\(HTMLText.escaped($0))</small>" } ?? ""
    let line = HTMLText.escaped(attribution.line)
    let words =
      attribution.website.map {
        "<a href=\"\(HTMLText.escaped($0))\" rel=\"noopener\">\(line)</a>"
      } ?? line
    return "<li>\(words)\(license)</li>"
  }
}
