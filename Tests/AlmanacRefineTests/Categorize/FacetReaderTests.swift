import AlmanacModel
import AlmanacRefine
import Testing

@Suite struct FacetReaderTests {
  private func facets(
    _ title: String = "Evening", text: String = "", venue: String? = nil,
    placement: Placement? = nil, _ change: (inout Event) -> Void = { _ in }
  ) -> [EventFacet] {
    var event = Event(
      id: "e", campus: "town", title: title, text: text, venue: venue, placement: placement,
      occurrences: [], listings: [])
    change(&event)
    return FacetReader().facets(of: event)
  }

  private func value(_ name: EventFacet.Name, _ facets: [EventFacet]) -> String? {
    facets.first { $0.name == name }?.value
  }

  private var hall: Placement {
    Placement(place: "hall", name: "Hall", confidence: 1, method: .alias)
  }

  @Test(
    "what costs nobody anything is free, sums that are announced as a price are one",
    arguments: [
      ("All talks are held here. Admission is free. Ask for more.", "Free"),
      ("The concert is free and open to the public!", "Free"),
      ("Free admission for everyone", "Free"), ("Der Eintritt frei, Spenden willkommen", "Free"),
      ("Tickets: $15", "$15"), ("Cost: $18 members, $25 others", "$18–$25"),
      ("Admission is £5.00 (plus tax)", "£5.00"), ("Tickets $10-20 sliding scale", "$10–$20"),
      ("Tickets: $15 or €12", "$15"),
      ("Tickets: $15. The best costume of the night wins a prize of $200.", "$15"),
    ])
  func price(text: String, price: String) throws {
    let found = try #require(facets(text: text).first { $0.name == .price })
    #expect(found.value == price)
    #expect(found.source.hasPrefix("text: "))
  }

  @Test(
    "free for some, free something else, a prize or a donation is no price",
    arguments: [
      "Free for students with a valid card", "Free admission with a membership",
      "Free pizza for all", "Feel free to bring a friend", "The admission is not free",
      "Admission is free for students", "Over $200 in prizes", "A donation of $5 is welcome",
      "Free event! Tickets $10 at the door", "This show is not free to attend", "Tickets: $0",
    ])
  func noPrice(text: String) { #expect(value(.price, facets(text: text)) == nil) }

  @Test(
    "for whom it is",
    arguments: [
      ("Recommended for ages 5 and up.", "Ages 5+"), ("For children aged 3 to 6", "Ages 3–6"),
      ("You must be 21 and over", "Ages 21+"), ("Doors 7pm/19+", "Ages 19+"),
      ("This is open to the public.", "Public"), ("Students only, please", "Students"),
      ("Open to the public, all ages", "All ages"),
      ("Open to all students of the college", "Students"),
    ])
  func audience(text: String, audience: String) {
    #expect(value(.audience, facets(text: text)) == audience)
  }

  @Test(
    "part of the public, a person's age, a number or two groups are nobody",
    arguments: [
      "Open to all freshmen of the college", "She wrote it at the age of 30",
      "Students only on Monday, members only on Tuesday", "The price is $18+ tax",
      "19+ vendors and 21+ bands", "We expect 19+ vendors", "Groups of 5 and over sit in front",
    ])
  func noAudience(text: String) { #expect(value(.audience, facets(text: text)) == nil) }

  @Test("how one attends follows from venue, place and words; where they disagree nothing does")
  func attendance() {
    #expect(value(.attendance, facets(venue: "Zoom")) == "online")
    #expect(value(.attendance, facets(venue: "Hall and Zoom", placement: hall)) == "hybrid")
    #expect(value(.attendance, facets("Talk (Hybrid)", venue: "Hall")) == "hybrid")
    #expect(value(.attendance, facets(text: "Join us in person or online.")) == "hybrid")
    #expect(value(.attendance, facets("Virtual Tour")) == "online")
    #expect(value(.attendance, facets("Virtual Tour", venue: "Hall", placement: hall)) == nil)
    #expect(value(.attendance, facets(venue: "Hall", placement: hall)) == "in-person")
    #expect(value(.attendance, facets(venue: "Hall of teams", placement: hall)) == "in-person")
    #expect(value(.attendance, facets(venue: "Somewhere")) == nil)
    #expect(value(.attendance, facets { $0.onlineURL = "https://x.example" }) == "online")
    #expect(
      value(
        .attendance,
        facets(venue: "Hall", placement: hall) { $0.onlineURL = "https://x.example" }) == "hybrid")
    #expect(
      value(.attendance, facets(venue: "Somewhere") { $0.onlineURL = "https://x.example" }) == nil)
  }

  @Test(
    "a language is told by its script or its small words, and by enough of them",
    arguments: [
      ("Join us for an evening of music and food with the friends of the museum.", "en"),
      ("Wir laden Sie herzlich zu einem Abend mit Musik und Essen in die Aula ein.", "de"),
      ("Venez nous rejoindre pour une soirée de musique avec les amis du musée.", "fr"),
      ("Acompáñanos en una noche de música y comida con los amigos del museo de la ciudad", "es"),
      ("和朋友一起度过音乐之夜，欢迎参加", "zh"), ("音楽の夕べにぜひお越しください", "ja"),
      ("음악의 밤에 여러분을 초대합니다", "ko"),
    ])
  func language(text: String, language: String) {
    #expect(value(.language, facets("", text: text)) == language)
  }

  @Test(
    "a few words, names and two languages are none, nor Han beside a single kana",
    arguments: [
      "Doors 7pm", "The best of the year",
      "Welcome to the talk and to the tour; die Frau, der Mann und das Kind ist da",
      "東京都立図書館特別展示会場の案内",
    ])
  func noLanguage(text: String) {
    #expect(value(.language, facets("Open Mic", text: text)) == nil)
  }

  @Test("hashtags are tags, once each and not beside the same stated one")
  func hashtags() {
    let found = facets(text: "See #jazz, #Jazz and #blues. Room #12") { $0.tags = ["Blues"] }
    #expect(found.filter { $0.name == .tag }.map(\.value) == ["jazz"])
  }

  @Test("colors of markup are no tags, and more than eight are an advertisement")
  func noHashtags() {
    let tags = { (text: String) in
      facets(text: text).filter { $0.name == .tag }.map(\.value)
    }
    #expect(tags("#e6e6e6 #facade #b0b #fab") == ["facade", "fab"])
    #expect(tags("#aa #bb #cc #dd #ee #ff #gg #hh").count == 8)
    #expect(tags("#aa #bb #cc #dd #ee #ff #gg #hh #ii").isEmpty)
  }

  @Test("price, audience and language that a source states are not read")
  func stated() {
    let text = "Admission is free. Students only. Join us for the music of the friends of the day."
    let read = Set(facets(text: text).map(\.name))
    #expect(read == [.price, .audience, .language])
    let none = facets(text: text) {
      $0.price = "S$5"
      $0.audience = "Seniors"
      $0.language = "en-SG"
    }
    #expect(none.isEmpty)
  }

  @Test("what a source states is not read, and adopting can be taken back")
  func adopts() {
    var event = Event(
      id: "e", campus: "town", title: "Virtual talk", text: "Admission is free. #jazz",
      tags: ["talk"], audience: "Seniors", occurrences: [], listings: [])
    let stated = event
    var categorization = Categorization(
      category: "arts", confidence: 1, method: .table, reason: "")
    categorization.facets = FacetReader().facets(of: event)
    event.adopt(categorization)
    #expect(event.price == "Free")
    #expect(event.provenance["price"] == "text: admission is free")
    #expect(event.audience == "Seniors")
    #expect(event.tags == ["talk", "online", "jazz"])
    var again = event.asStated
    #expect(again.tags == stated.tags)
    #expect(again.price == nil)
    #expect(again.provenance == stated.provenance)
    #expect(FacetReader().facets(of: again) == categorization.facets)
    again.adopt(categorization)
    #expect(again == event)
  }
}
