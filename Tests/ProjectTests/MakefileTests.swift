import AlmanacTestSupport
import Foundation
import Testing

/// The Makefile's verbs name what they run.
@Suite struct MakefileTests {
  @Test("every variable that a line uses is defined in it, or is make's own")
  func variables() throws {
    let text = try ProjectFiles.text("Makefile")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var defined: Set<Substring> = ["MAKEFILE_LIST", "MAKE", "call"]
    for line in lines where !line.hasPrefix("\t") {
      let words = line.split(separator: " ")
      if words.count > 1, [":=", "=", "?="].contains(words[1]) { defined.insert(words[0]) }
    }
    #expect(defined.contains("almanac"))
    for line in lines {
      for part in line.replacingOccurrences(of: "$$(", with: "").components(separatedBy: "$(")
        .dropFirst()
      {
        let name = part.prefix { $0.isLetter || $0 == "_" }
        #expect(
          name.isEmpty || defined.contains(name) || part.dropFirst(name.count).hasPrefix(" "),
          "\(name)")
      }
    }
  }
}
