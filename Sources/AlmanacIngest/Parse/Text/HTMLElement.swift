/// What the readers of HTML need to know about its elements, by their names in lower case.
enum HTMLElement {
  /// Elements whose content is no text for readers; it is dropped with them.
  static let hidden: Set<String> = [
    "script", "style", "template", "iframe", "noembed", "noframes", "noscript", "object", "applet",
    "svg", "title", "textarea", "select", "audio", "video", "canvas", "xml",
    // The source of a formula, beside the formula.
    "annotation", "annotation-xml",
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

  /// Elements that a start tag of their own group ends, as end tags may be left out.
  private static let selfEnding: [String: Set<String>] = [
    "li": ["li"], "dt": ["dt", "dd"], "dd": ["dt", "dd"], "tr": ["tr", "td", "th"],
    "td": ["td", "th"], "th": ["td", "th"], "p": ["p"],
  ]

  /// Elements whose content is text up to their own end tag.
  static let rawText: Set<String> = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
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
    "bdo", "bdi", "wbr", "marquee", "blink", "source", "picture", "main", "nav", "frame",
    "frameset", "dir", "menu", "optgroup", "ruby", "rt", "rp", "output", "hgroup", "dialog",
    "math",
  ]

  /// Elements that plain text shows in a way of their own.
  static let laidOut: Set<String> = ["br", "li", "ul", "ol", "pre", "td", "th"]

  /// Elements whose end tag may be left out.
  static let implied: Set<String> = ["p", "li", "dt", "dd", "tr", "td", "th"]

  /// Whether a start tag ends the open element: what may leave its end tag out is ended by the next
  /// of its group, a paragraph by any block.
  static func isEnded(_ open: HTMLName, by name: HTMLName) -> Bool {
    guard open.traits.contains(.implied) else { return false }
    if open.text == "p" { return !name.traits.isDisjoint(with: [.block, .paragraph]) }
    return selfEnding[name.text]?.contains(open.text) == true
  }

  static func isKnown(_ name: String) -> Bool {
    allowed[name] != nil || hidden.contains(name) || known.contains(name)
  }

  /// Every element that is named here.
  static var all: Set<String> {
    known.union(hidden).union(paragraphs).union(blocks).union(voids).union(allowed.keys)
  }
}
