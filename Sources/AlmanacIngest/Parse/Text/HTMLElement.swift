/// What the readers of HTML need to know about its elements, by their names in lower case.
enum HTMLElement {
  /// Elements whose content is no text for readers; it is dropped with them.
  static let hidden: Set<String> = [
    "script", "style", "template", "iframe", "noembed", "noframes", "noscript", "object", "applet",
    "svg", "math", "title", "textarea", "select", "audio", "video", "canvas", "xml",
  ]

  /// Elements that stand apart from what surrounds them by an empty line.
  static let paragraphs: Set<String> = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "table", "hr", "figure", "dl",
  ]

  /// Elements that begin and end a line.
  static let blocks: Set<String> = [
    "address", "article", "aside", "body", "caption", "center", "dd", "details", "div", "dt",
    "fieldset", "figcaption", "footer", "form", "header", "html", "legend", "li", "main", "nav",
    "ol", "option", "section", "summary", "tbody", "tfoot", "thead", "tr", "ul",
  ]

  static let voids: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ]

  /// Elements that safe HTML may hold, with the attributes that each may have.
  static let allowed: [String: Set<String>] = {
    var allowed: [String: Set<String>] = [:]
    let plain = """
      abbr address article aside b blockquote br caption center cite code dd del details dfn div dl \
      dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li mark p pre q s samp \
      section small span strike strong sub summary sup table tbody tfoot thead tr tt u ul var
      """
    for name in plain.split(separator: " ") { allowed[String(name)] = [] }
    allowed["a"] = ["href"]
    allowed["img"] = ["src", "alt", "width", "height"]
    allowed["ol"] = ["start", "reversed"]
    allowed["time"] = ["datetime"]
    allowed["td"] = ["colspan", "rowspan"]
    allowed["th"] = ["colspan", "rowspan", "scope"]
    return allowed
  }()

  /// Attributes that every allowed element may have.
  static let globalAttributes: Set<String> = ["title", "lang", "dir"]

  /// Further elements that mark a text as HTML.
  private static let known: Set<String> = [
    "head", "body", "html", "font", "form", "input", "button", "label", "option", "meta", "link",
    "big", "nobr", "map", "area", "embed", "param", "acronym", "basefont", "col", "colgroup",
    "bdo", "wbr", "marquee", "source", "picture", "main", "nav",
  ]

  static func isKnown(_ name: String) -> Bool {
    allowed[name] != nil || hidden.contains(name) || known.contains(name)
  }
}
