import AlmanacTime
import Foundation

/// A regular expression as a deterministic automaton: matching takes one step per character for any
/// pattern and text.
///
/// The syntax is that of POSIX extended expressions with the escapes `\d`, `\w`, `\s`, `\b` and
/// their negations. There are no references and no look-around, which need more than linear time.
/// The whole automaton is built in advance; a pattern that needs too many states is refused.
struct LinearPattern: Sendable {
  /// Maximum number of entries in the table of transitions.
  private static let limit = 60_000
  private static let accepting = 0

  private let alphabet: Alphabet
  /// By state and class of the next character; the last class is the end of the text.
  private let table: [Int32]

  init(_ pattern: String) throws(TextPatternError) {
    var compiler = PatternCompiler(
      pattern.precomposedStringWithCanonicalMapping.lowercasedKeepingEscapes)
    let program = try compiler.program()
    let alphabet = Alphabet(program)
    self.alphabet = alphabet
    var builder = AutomatonBuilder(program, alphabet)
    var table: [Int32] = []
    var next = 0
    while next < builder.states.count {
      guard (builder.states.count + 1) * alphabet.count <= Self.limit else {
        throw TextPatternError("the expression needs too many states; make it simpler")
      }
      for character in 0..<alphabet.count { table.append(builder.step(next, character)) }
      next += 1
    }
    self.table = table
  }

  /// Whether a part of the text matches; linear in the length of the text.
  func matches(_ subject: PatternSubject) -> Bool {
    let width = alphabet.count
    var state = 1
    if let bytes = subject.ascii {
      for byte in bytes {
        state = Int(table[(state - 1) * width + alphabet.ascii[Int(byte)]])
        if state == Self.accepting { return true }
      }
    } else {
      for value in subject.scalars {
        state = Int(table[(state - 1) * width + alphabet.character(value)])
        if state == Self.accepting { return true }
      }
    }
    return table[(state - 1) * width + alphabet.end] == Int32(Self.accepting)
  }
}

extension String {
  /// Lower case, except the letters of escapes: `\W` differs from `\w`.
  fileprivate var lowercasedKeepingEscapes: String {
    var isEscaped = false
    return map { character in
      defer { isEscaped = character == "\\" && !isEscaped }
      return isEscaped ? String(character) : character.lowercased()
    }.joined()
  }
}

/// A set of characters.
struct PatternSet: Hashable, Sendable {
  enum Kind: Int, Hashable, Sendable, CaseIterable { case other, letter, digit, space }

  var ranges: [ClosedRange<UInt32>] = []
  var kinds: Set<Kind> = []
  var isNegated = false

  func contains(_ value: UInt32, _ kind: Kind) -> Bool {
    (kinds.contains(kind) || ranges.contains { $0.contains(value) }) != isNegated
  }

  static func kind(of value: UInt32) -> Kind {
    switch value {
    case 0x30...0x39: return .digit
    case 0x41...0x5A, 0x61...0x7A, 0x5F: return .letter
    case 0x09...0x0D, 0x20: return .space
    case 0..<0x80: return .other
    default:
      guard let properties = Unicode.Scalar(value)?.properties else { return .other }
      if properties.isWhitespace { return .space }
      if properties.generalCategory == .decimalNumber { return .digit }
      let isWord = properties.isAlphabetic || properties.generalCategory == .nonspacingMark
      return isWord ? .letter : .other
    }
  }
}

/// One step of the nondeterministic automaton, by position.
enum PatternStep: Hashable, Sendable {
  case set(PatternSet, next: Int)
  case split(Int, Int)
  /// Matches if the kinds before and after fit.
  case assertion(PatternAssertion, next: Int)
  case match
}

enum PatternAssertion: Hashable, Sendable { case start, end, boundary, noBoundary }

/// Classes of characters that no set of the pattern distinguishes.
private struct Alphabet: Sendable {
  /// First values of the ranges, ascending.
  private let bounds: [UInt32]
  /// By ASCII character, in either case.
  let ascii: [Int]

  init(_ program: [PatternStep]) {
    var bounds: Set<UInt32> = [0]
    for case .set(let set, _) in program {
      for range in set.ranges { bounds.formUnion([range.lowerBound, range.upperBound + 1]) }
    }
    let sorted = bounds.sorted()
    self.bounds = sorted
    count = sorted.count * PatternSet.Kind.allCases.count + 1
    ascii = (UInt32(0)..<128).map { value in
      Self.character((0x41...0x5A).contains(value) ? value + 0x20 : value, sorted)
    }
  }

  /// The kinds of characters and of the end of the text.
  let count: Int
  var end: Int { count - 1 }

  func character(_ value: UInt32) -> Int {
    value < 128 ? ascii[Int(value)] : Self.character(value, bounds)
  }

  private static func character(_ value: UInt32, _ bounds: [UInt32]) -> Int {
    let range = bounds.partitioningIndex { $0 > value } - 1
    return range * PatternSet.Kind.allCases.count + PatternSet.kind(of: value).rawValue
  }

  /// A value and the kind of the characters of a class; nil for the end.
  func sample(_ character: Int) -> (value: UInt32, kind: PatternSet.Kind)? {
    guard character != end else { return nil }
    let kinds = PatternSet.Kind.allCases.count
    return (bounds[character / kinds], PatternSet.Kind(rawValue: character % kinds) ?? .other)
  }
}

/// Builds the reachable deterministic states. State 0 accepts; others are numbered from 1.
private struct AutomatonBuilder {
  struct State: Hashable {
    /// Positions of the program before assertions are resolved.
    var positions: Set<Int>
    /// The kind of the previous character; nil at the start of the text.
    var before: PatternSet.Kind?
  }

  private let program: [PatternStep]
  private let alphabet: Alphabet
  private(set) var states: [State]
  private var numbers: [State: Int32] = [:]

  init(_ program: [PatternStep], _ alphabet: Alphabet) {
    self.program = program
    self.alphabet = alphabet
    let first = State(positions: [0], before: nil)
    states = [first]
    numbers[first] = 1
  }

  mutating func step(_ index: Int, _ character: Int) -> Int32 {
    let state = states[index]
    let sample = alphabet.sample(character)
    let reached = closure(of: state, next: sample?.kind)
    if reached.contains(where: { program[$0] == .match }) { return 0 }
    guard let sample else { return Int32(index + 1) }
    // A match may begin at each character.
    var positions: Set<Int> = [0]
    for case .set(let set, let next) in reached.map({ program[$0] })
    where set.contains(sample.value, sample.kind) {
      positions.insert(next)
    }
    let following = State(positions: positions, before: sample.kind)
    if let known = numbers[following] { return known }
    states.append(following)
    numbers[following] = Int32(states.count)
    return Int32(states.count)
  }

  private func closure(of state: State, next: PatternSet.Kind?) -> Set<Int> {
    func isWord(_ kind: PatternSet.Kind?) -> Bool { kind == .letter || kind == .digit }
    let isBoundary = isWord(state.before) != isWord(next)
    var reached: Set<Int> = []
    var open = Array(state.positions)
    while let position = open.popLast() {
      guard reached.insert(position).inserted else { continue }
      switch program[position] {
      case .set, .match: break
      case .split(let one, let other): open += [one, other]
      case .assertion(let assertion, let next_):
        let holds =
          switch assertion {
          case .start: state.before == nil
          case .end: next == nil
          case .boundary: isBoundary
          case .noBoundary: !isBoundary
          }
        if holds { open.append(next_) }
      }
    }
    return reached
  }
}
