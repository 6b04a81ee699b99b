/// The properties of HTML elements that the readers need, by lower-case name.
enum HTMLElement {
  /// Elements whose content is never shown as text.
  static let hidden: Set<String> = [
    "script", "style", "template", "iframe", "noembed", "noframes", "noscript", "object", "applet",
    "svg", "title", "textarea", "select", "audio", "video", "canvas", "xml",
    // The source of a formula, which repeats the formula.
    "annotation", "annotation-xml",
  ]

  /// Elements with an empty line before and after them.
  static let paragraphs: Set<String> = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "table", "hr", "figure", "dl",
  ]

  /// Elements that start and end a line.
  static let blocks: Set<String> = [
    "address", "article", "aside", "body", "caption", "center", "dd", "details", "div", "dt",
    "fieldset", "figcaption", "footer", "form", "header", "html", "legend", "li", "main", "nav",
    "ol", "option", "section", "summary", "tbody", "tfoot", "thead", "tr", "ul",
  ]

  /// Start tags that implicitly end an open element of their group (WHATWG HTML, section 13.1.2.4).
  private static let selfEnding: [String: Set<String>] = [
    "li": ["li"], "dt": ["dt", "dd"], "dd": ["dt", "dd"], "tr": ["tr", "td", "th"],
    "td": ["td", "th"], "th": ["td", "th"], "p": ["p"],
  ]

  /// Elements whose content is text up to their end tag.
  static let rawText: Set<String> = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
  ]

  static let voids: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ]

  /// Elements that safe HTML may contain, each with its allowed attributes.
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

  /// More elements that identify a text as HTML.
  private static let known: Set<String> = [
    "head", "body", "html", "font", "form", "input", "button", "label", "option", "meta", "link",
    "big", "nobr", "map", "area", "embed", "param", "acronym", "basefont", "col", "colgroup",
    "bdo", "bdi", "wbr", "marquee", "blink", "source", "picture", "main", "nav", "frame",
    "frameset", "dir", "menu", "optgroup", "ruby", "rt", "rp", "output", "hgroup", "dialog",
    "math",
  ]

  /// Elements with a special layout in plain text.
  static let laidOut: Set<String> = ["br", "li", "ul", "ol", "pre", "td", "th"]

  /// Elements with an optional end tag.
  static let implied: Set<String> = ["p", "li", "dt", "dd", "tr", "td", "th"]

  /// Whether a start tag implicitly ends the open element: the next element of the same group, or
  /// for a paragraph any block.
  static func isEnded(_ open: HTMLName, by name: HTMLName) -> Bool {
    guard open.traits.contains(.implied) else { return false }
    if open.text == "p" { return !name.traits.isDisjoint(with: [.block, .paragraph]) }
    return selfEnding[name.text]?.contains(open.text) == true
  }

  static func isKnown(_ name: String) -> Bool {
    allowed[name] != nil || hidden.contains(name) || known.contains(name)
  }

  /// All elements in these lists.
  static var all: Set<String> {
    known.union(hidden).union(paragraphs).union(blocks).union(voids).union(allowed.keys)
  }
}
