/// Compiles a regular expression to the steps of a nondeterministic automaton (Thompson 1968).
struct PatternCompiler {
  private indirect enum Tree {
    case set(PatternSet)
    case assertion(PatternAssertion)
    case sequence([Tree])
    case choice([Tree])
    case repeated(Tree, least: Int, most: Int?)
  }

  /// Maximum number of steps, with expanded repetitions.
  private static let mostSteps = 2_000
  private static let mostRepeats = 200
  private static let deepest = 30

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0
  private var steps: [PatternStep] = []

  init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  mutating func program() throws(TextPatternError) -> [PatternStep] {
    let tree = try choice()
    guard position == scalars.count else { throw error("an unexpected ')'") }
    // Position 0 leads to the pattern, whose steps are written from the end.
    steps = [.match, .match]
    let first = try emit(tree, then: 1)
    steps[0] = .split(first, first)
    return steps
  }

  private func error(_ words: String) -> TextPatternError {
    TextPatternError("the expression has \(words) at character \(position + 1)")
  }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  // MARK: - Reading

  private mutating func choice() throws(TextPatternError) -> Tree {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw error("too many nested groups") }
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(TextPatternError) -> Tree {
    var parts: [Tree] = []
    while let scalar = next, scalar != "|", scalar != ")" { parts.append(try repetition()) }
    return .sequence(parts)
  }

  private mutating func repetition() throws(TextPatternError) -> Tree {
    var tree = try atom()
    while let scalar = next {
      switch scalar {
      case "*": tree = .repeated(tree, least: 0, most: nil)
      case "+": tree = .repeated(tree, least: 1, most: nil)
      case "?": tree = .repeated(tree, least: 0, most: 1)
      case "{":
        position += 1
        tree = try counted(tree)
        continue
      default: return tree
      }
      position += 1
    }
    return tree
  }

  /// `m}`, `m,}` or `m,n}`.
  private mutating func counted(_ tree: Tree) throws(TextPatternError) -> Tree {
    guard let least = number() else { throw error("no number after '{'") }
    var most: Int? = least
    if take(",") { most = number() }
    guard take("}") else { throw error("no '}'") }
    guard (most ?? least) >= least, max(most ?? least, least) <= Self.mostRepeats else {
      throw error("an invalid number of repetitions")
    }
    return .repeated(tree, least: least, most: most)
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let scalar = next, ("0"..."9").contains(scalar), digits.utf8.count < 4 {
      digits.unicodeScalars.append(scalar)
      position += 1
    }
    return Int(digits)
  }

  private mutating func atom() throws(TextPatternError) -> Tree {
    guard let scalar = next else { throw error("nothing to repeat") }
    position += 1
    switch scalar {
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case ".": return .set(PatternSet(isNegated: true))
    case "[": return .set(try bracket())
    case "(":
      if take("?"), !take(":") { throw error("look-around, which is not supported,") }
      let tree = try choice()
      guard take(")") else { throw error("no ')'") }
      return tree
    case "\\": return try escape()
    case "*", "+", "?", "{": throw error("nothing to repeat")
    default: return .set(PatternSet(ranges: [scalar.value...scalar.value]))
    }
  }

  private mutating func escape() throws(TextPatternError) -> Tree {
    guard let scalar = next else { throw error("a '\\' without a character") }
    if scalar == "b" || scalar == "B" {
      position += 1
      return .assertion(scalar == "b" ? .boundary : .noBoundary)
    }
    return .set(try escapedSet())
  }

  /// The rest of an escape after `\`.
  private mutating func escapedSet() throws(TextPatternError) -> PatternSet {
    guard let scalar = next else { throw error("a '\\' without a character") }
    position += 1
    switch scalar {
    case "d": return PatternSet(kinds: [.digit])
    case "D": return PatternSet(kinds: [.digit], isNegated: true)
    case "w": return PatternSet(kinds: [.letter, .digit])
    case "W": return PatternSet(kinds: [.letter, .digit], isNegated: true)
    case "s": return PatternSet(kinds: [.space])
    case "S": return PatternSet(kinds: [.space], isNegated: true)
    case "t": return PatternSet(ranges: [0x09...0x09])
    case "n": return PatternSet(ranges: [0x0A...0x0A])
    default:
      guard PatternSet.kind(of: scalar.value) != .letter, scalar.value > 0x20,
        !("0"..."9").contains(scalar)
      else { throw error("an unknown escape '\\\(scalar)'") }
      return PatternSet(ranges: [scalar.value...scalar.value])
    }
  }

  private mutating func bracket() throws(TextPatternError) -> PatternSet {
    var set = PatternSet()
    set.isNegated = take("^")
    var isFirst = true
    while let scalar = next, isFirst || scalar != "]" {
      isFirst = false
      position += 1
      if scalar == "\\" {
        let part = try escapedSet()
        guard !part.isNegated else { throw error("a negated escape in brackets") }
        set.kinds.formUnion(part.kinds)
        set.ranges += part.ranges
        continue
      }
      var last = scalar
      if next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" {
        last = scalars[position + 1]
        position += 2
      }
      guard scalar <= last else { throw error("a range that ends before it begins") }
      set.ranges.append(scalar.value...last.value)
    }
    guard take("]") else { throw error("no ']'") }
    return set
  }

  // MARK: - Writing

  private mutating func add(_ step: PatternStep) throws(TextPatternError) -> Int {
    guard steps.count < Self.mostSteps else {
      throw TextPatternError("the expression is too long with its repetitions expanded")
    }
    steps.append(step)
    return steps.count - 1
  }

  /// Writes the steps of a tree. Returns the position of the first.
  private mutating func emit(_ tree: Tree, then next: Int) throws(TextPatternError) -> Int {
    switch tree {
    case .set(let set): return try add(.set(set, next: next))
    case .assertion(let assertion): return try add(.assertion(assertion, next: next))
    case .sequence(let parts):
      var first = next
      for part in parts.reversed() { first = try emit(part, then: first) }
      return first
    case .choice(let branches):
      var first: Int?
      for branch in branches.reversed() {
        let start = try emit(branch, then: next)
        first = if let other = first { try add(.split(start, other)) } else { start }
      }
      return first ?? next
    case .repeated(let part, let least, let most):
      var first = next
      if let most {
        for _ in least..<most { first = try add(.split(try emit(part, then: first), next)) }
      } else {
        let loop = try add(.match)
        let body = try emit(part, then: loop)
        steps[loop] = .split(body, next)
        first = loop
      }
      for _ in 0..<least { first = try emit(part, then: first) }
      return first
    }
  }
}
