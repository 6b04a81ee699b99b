import AlmanacTestSupport
import Foundation
import Testing

/// Tests that code for untrusted input keeps Swift's bounds and overflow checks.
@Suite struct UncheckedCodeTests {
  /// Folders with code that reads untrusted input, except `Bytes`.
  private static let folders = ["Discover", "Fetch", "Parse"].map { "Sources/AlmanacIngest/" + $0 }
  /// Operators and names that disable a check.
  private static var checksOff: Regex<Substring> { /Unsafe|unsafe|&\+|&-|&\*|&<<|&>>/ }

  @Test("Only wrappers of C libraries use unsafe pointers or wrapping operators")
  func unchecked() throws {
    var files = 0
    for folder in Self.folders {
      let root = ProjectFiles.root.appending(path: folder)
      let paths = try #require(FileManager.default.subpaths(atPath: root.path))
      for path in paths where path.hasSuffix(".swift") {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        // This file wraps a C library.
        if text.contains("import CLib") { continue }
        files += 1
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
          .enumerated()
        {
          guard line.contains("nsafe") || line.contains("&") else { continue }
          let code = Self.code(of: line)
          #expect(!code.contains(Self.checksOff), "\(folder)/\(path):\(number + 1): \(code)")
        }
      }
    }
    #expect(files > 100)
  }

  @Test("Comments and string literals do not count as code")
  func parts() {
    #expect(Self.code(of: "let sign = \"(&+\"  // an &+") == "let sign =   ")
    #expect(Self.code(of: "index &+= 1").contains(Self.checksOff))
  }

  private static func code(of line: Substring) -> String {
    let code = String(line).replacing(/"(?:[^"\\]|\\.)*"/, with: "")
    return code.firstRange(of: "//").map { String(code[..<$0.lowerBound]) } ?? code
  }
}
