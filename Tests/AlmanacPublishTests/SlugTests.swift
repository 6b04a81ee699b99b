import Testing

@testable import AlmanacPublish

@Suite struct SlugTests {
  @Test(
    "Slugs are file names, never paths",
    arguments: [
      ("COM1", "com1"), ("Health & Wellness", "health-wellness"),
      ("../../etc/passwd", "etc-passwd"),
      ("a/b", "a-b"), ("-x-", "x"),
    ])
  func makesSlugs(name: String, slug: String) {
    #expect(Slug.text(name) == slug)
  }

  @Test("Slugs are unique, and a name that is already a slug remains unchanged")
  func separates() {
    let table = Slug.table(["LT 1", "lt-1", "LT-1", "図書館", ".."])
    #expect(table["lt-1"] == "lt-1")
    #expect(Set(table.values).count == 5)
    #expect(table.values.allSatisfy { !$0.contains("/") && !$0.contains(".") && !$0.isEmpty })
  }
}
