/// A page without scripts: a list, a digest or an event.
struct PlainPage {
  var title: String
  /// Markup before the title: a link to the map page.
  var home = ""
  /// The styles that the Content-Security-Policy allows; by default files beside the page.
  var styles = "'self' file:"
  /// Markup above the body.
  var head: String
  /// Markup, as whole lines.
  var body: String
  var attributions: [Attribution]

  var html: String {
    SiteAssets.plainTemplate.filled { gap in
      switch gap {
      case "title": HTMLText.escaped(title)
      case "home": home
      case "styles": styles
      case "head": head
      case "body": body
      case "credits":
        attributions.lines.map { "<li>\(HTMLText.escaped($0))</li>" }.joined(separator: "\n")
      default: ""
      }
    }
  }
}
