import AlmanacTestSupport
import Foundation
import Testing

/// Tests that the pages about findings explain each finding of the samples.
@Suite struct FindingReferenceTests {
  @Test(
    "Every finding of a run over the samples is explained in docs/findings*.md"
  )
  func samples() throws {
    let output = try TemporaryFolder()
    let run = try Program.run(
      Program.almanac, ["run", "--samples", "--json", "--output", output.url.path])
    let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let codes = try #require(report?["findingsByCode"] as? [String: Int])
    let page =
      try ProjectFiles.text("docs/findings.md") + ProjectFiles.text("docs/findings-warnings.md")
    #expect(codes.count > 3)
    for code in codes.keys { #expect(page.contains("\n| `\(code)` | "), "\(code)") }
  }
}
