import AlmanacIngest
import AlmanacTime
import Testing

@Suite struct FeedDateTests {
  @Test("A single text is read as in feeds")
  func times() {
    #expect(
      FeedDate.read("Tue, 03 Mar 2026 19:00:00 EST") == FeedDate.read("2026-03-03T19:00-05:00"))
    #expect(FeedDate.read("3 March 2026")?.publicText == "2026-03-03")
    #expect(FeedDate.read("3 Mar 2026 19:00 XQT") == nil)
    #expect(FeedDate.read("soon") == nil)
  }
}
