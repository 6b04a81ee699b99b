import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacIngest

/// The test cases of the W3C validator: valid feeds give no finding, and its messages about dates,
/// links, encodings and duplicates have corresponding findings.
@Suite(.enabled(if: SharedFiles.exists("corpora/conformance"), "\(SharedFiles.absent)"))
struct FeedValidatorTests {
  private struct Case {
    let file: String
    let isWellFormed: Bool
    let diagnostic: String
    let isRaised: Bool
    let element: String
    let parent: String
  }

  private static func cases() throws -> [Case] {
    let bytes = try SharedFiles.bytes("corpora/conformance/feeds/feedvalidator_expected.jsonl")
    return try bytes.split(separator: 0x0A).compactMap { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
        let file = object["file"] as? String, let expect = object["expect"] as? [String: Any],
        let name = (expect["must_raise"] ?? expect["must_not_raise"]) as? String
      else { return nil }
      let parameters = expect["params"] as? [String: String] ?? [:]
      return Case(
        file: file, isWellFormed: object["well_formed"] as? Bool == true, diagnostic: name,
        isRaised: expect["must_raise"] != nil, element: parameters["element"] ?? "",
        parent: parameters["parent"] ?? "")
    }
  }

  private static func codes(_ file: String, base: String? = nil) throws -> Set<String> {
    let feed = try FeedConformanceTests.read(file, base: base)
    let problems = feed.document.problems + feed.entries.flatMap(\.problems)
    return Set(problems.map(\.code.rawValue))
  }

  /// Messages about the purpose of a feed, not about its defects.
  private static let notComplaints: Set = [
    "W_NO_EVENT_TIMES", "W_START_FROM_PUBDATE", "W_DOCTYPE_IGNORED", "W_PARTIAL",
  ]

  @Test("A valid feed gives no finding")
  func valid() throws {
    for line in try Self.cases()
    where ["Error", "Warning"].contains(line.diagnostic) && !line.isRaised {
      // One case has a relative link, whose base is known from the capture (RFC 3986, section 5.1).
      let codes = try Self.codes(line.file, base: "http://www.feedvalidator.org/testcases/")
      #expect(codes.subtracting(Self.notComplaints).isEmpty, "\(line.file)")
    }
  }

  @Test("A malformed feed is reported")
  func illFormed() throws {
    // This one is well-formed, but in an encoding that the validator's parser did not support.
    let wellFormed = "xml_obscure_encoding.xml"
    for line in try Self.cases() where !line.isWellFormed && !line.file.hasSuffix(wellFormed) {
      #expect(try !Self.codes(line.file).subtracting(Self.notComplaints).isEmpty, "\(line.file)")
    }
  }

  @Test(
    "The validator's messages about dates, links and duplicates have corresponding findings",
    arguments: [
      ("InvalidRFC3339Date", ["W_DATE_FORM"]), ("InvalidRFC2822Date", ["W_DATE_FORM"]),
      ("ProblematicalRFC822Date", ["W_DATE_FORM"]), ("ImplausibleDate", ["W_DATE_FORM"]),
      ("DuplicateAtomLink", ["W_LINK_REPEATED"]), ("DuplicateEntries", ["W_ID_REPEATED"]),
      ("InvalidHttpGUID", ["W_GUID_FORM"]), ("InvalidPermalink", ["W_GUID_FORM"]),
      ("DuplicateValue", ["W_ID_REPEATED"]), ("BadCharacters", ["W_ENCODING_REPAIRED"]),
      ("UnicodeError", ["W_ENCODING_REPAIRED"]), ("InvalidIRI", ["S_URL"]),
    ])
  func mapped(diagnostic: String, codes: [String]) throws {
    // Hours and days to skip, and the title of a link, are not read.
    let unread: Set = ["day", "hour", "title"]
    for line in try Self.cases()
    where line.diagnostic == diagnostic && !unread.contains(line.element) {
      let raised = try !Self.codes(line.file).isDisjoint(with: codes)
      #expect(raised == line.isRaised, "\(line.file)")
    }
  }

  @Test("A date that the validator accepts is not reported")
  func acceptedDates() throws {
    for line in try Self.cases()
    where ["ValidRFC2822Date", "ValidW3CDTFDate"].contains(line.diagnostic) {
      #expect(try !Self.codes(line.file).contains("W_DATE_FORM"), "\(line.file)")
    }
  }

  @Test("A repeated element is reported unless the format allows it")
  func repeated() throws {
    let read: Set = [
      "title", "link", "description", "guid", "author", "pubDate", "lastBuildDate", "language",
      "id",
      "updated", "published", "summary", "content", "subtitle", "rights", "generator", "icon",
    ]
    for line in try Self.cases() where line.diagnostic == "DuplicateElement" {
      guard ["feed", "entry", "channel", "item"].contains(line.parent),
        read.contains(line.element) || !line.isRaised
      else { continue }
      #expect(
        try Self.codes(line.file).contains("W_FIELD_REPEATED") == line.isRaised, "\(line.file)")
    }
  }

  @Test("An invalid link or identifier is reported")
  func links() throws {
    let names: Set = ["InvalidLink", "InvalidFullLink"]
    let read: Set = ["feed id", "entry href", "channel link", "item link"]
    for line in try Self.cases()
    where names.contains(line.diagnostic) && read.contains(line.parent + " " + line.element) {
      let codes = try Self.codes(line.file)
      #expect(!codes.isDisjoint(with: ["S_URL", "W_ID_FORM"]) == line.isRaised, "\(line.file)")
    }
  }
}
