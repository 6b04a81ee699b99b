import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct LinkPrivacyTests {
  @Test(
    "User name and password are removed from a link",
    arguments: [
      ("https://ann:s3cret@hall.example/a?b=c@d", "https://hall.example/a?b=c@d"),
      ("https://ann@hall.example", "https://hall.example"),
      ("HTTP://a@b:c@hall.example:8080/x", "http://hall.example:8080/x"),
      ("https://hall.example/@ann", "https://hall.example/@ann"),
      ("https://hall.example?mail=a@b.example", "https://hall.example?mail=a@b.example"),
      ("//ann:pw@hall.example/x", "https://hall.example/x"),
    ])
  func links(written: String, link: String) {
    #expect(URLText.normalized(written) == link)
  }

  @Test("A password in the base does not appear in relative links")
  func base() {
    #expect(
      URLText.normalized("e/1", base: "https://ann:pw@hall.example/cal/")
        == "https://hall.example/cal/e/1")
    #expect(
      URLText.normalized("#top", base: "https://ann:pw@hall.example/")
        == "https://hall.example/#top")
  }

  @Test("A key in the query of the source's address does not appear in links")
  func query() {
    var context = ReadingContext()
    var source = Source.fixture()
    source.address = "https://hall.example/cal?token=s3cret"
    context.take(nil, of: source)
    let feed = FeedReading.rss("<title>x</title><link>#one</link>", context)
    #expect(feed.first.link == "https://hall.example/cal#one")
  }

  @Test("No field of a listing contains a password, whatever the format")
  func listing() throws {
    let secret = "https://ann:s3cret@hall.example"
    let entry = Entry.fixture(id: "\(secret)/1") {
      $0.link = "\(secret)/2"
      $0.image = "\(secret)/3.png"
      $0.onlineURL = "\(secret)/4"
      $0.venue = "Hall, see \(secret)/5"
      $0.content = "Sign up at \(secret)/6"
      $0.html = "<p>Sign up at \(secret)/7</p>"
      $0.contact = "\(secret)/8"
    }
    let listing = try #require(SeriesGrouper.assemble([entry], .fixture()).listings.first)
    let text = "\(listing)"
    #expect(!text.contains("s3cret") && !text.contains("ann"))
    #expect(listing.key == "https://hall.example/1")
    #expect(listing.text == "Sign up at https://hall.example/6")
  }

  @Test(
    "Escaped links lose their backslashes",
    arguments: [
      ("https:\\/\\/hall.example\\/e\\/7", "https://hall.example/e/7"),
      ("https://hall.example\\e\\7", "https://hall.example/e/7"),
      ("https:\\\\hall.example\\e", "https://hall.example/e"),
      ("https://hall.example/e\\?a=1\\&b=2", "https://hall.example/e?a=1&b=2"),
      ("https://hall.example/?path=C:\\x", "https://hall.example/?path=C:%5Cx"),
    ])
  func backslashes(written: String, link: String) {
    #expect(URLText.normalized(written) == link)
  }
}
