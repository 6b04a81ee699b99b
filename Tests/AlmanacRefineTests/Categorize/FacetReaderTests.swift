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
    "An event that is free for all is free, and a listed amount is its price",
    arguments: [
      ("All talks are held here. Admission is free. Ask for more.", "Free"),
      ("The concert is free and open to the public!", "Free"),
      ("Free admission for everyone", "Free"), ("Der Eintritt frei, Spenden willkommen", "Free"),
      ("Tickets: $15", "$15"), ("Cost: $18 members, $25 others", "$18–$25"),
      ("Admission is £5.00 (plus tax)", "£5.00"), ("Tickets $10-20 sliding scale", "$10–$20"),
      ("Tickets: $15 or €12", "$15"),
      ("Tickets: $15. The best costume of the evening wins a prize of $200.", "$15"),
      ("Tickets: €7,50, students €10.", "€7,50–€10"), ("Eintritt: 12,50 € / 9 €", "9 €–12,50 €"),
      ("Tickets at 7pm: $20", "$20"), ("Admission: CHF 1'200", "CHF 1'200"),
      ("Tickets: S$10", "S$10"), ("Cost 10–20 kr", "10 kr–20 kr"),
    ])
  func price(text: String, price: String) throws {
    let found = try #require(facets(text: text).first { $0.name == .price })
    #expect(found.value == price)
    #expect(found.source.hasPrefix("text: "))
  }

  @Test(
    "A discount for some, another free item, a prize or a donation is no price",
    arguments: [
      "Free for students with a valid card", "Free admission with a membership",
      "Free pizza for all", "Feel free to bring a friend", "The admission is not free",
      "Admission is free for students", "Over $200 in prizes", "A donation of $5 is welcome",
      "Free event! Tickets $10 at the door", "This show is not free to attend", "Tickets: $0",
      "Parking fee: $5", "The late fee is $25", "Tickets at 7pm", "Win tickets worth $50",
      "Tickets $5,10,15",
    ])
  func noPrice(text: String) { #expect(value(.price, facets(text: text)) == nil) }

  @Test(
    "The audience is read from ages and groups",
    arguments: [
      ("Recommended for ages 5 and up.", "Ages 5+"), ("For children aged 3 to 6", "Ages 3–6"),
      ("You must be 21 and over", "Ages 21+"), ("Doors 7pm/19+", "Ages 19+"),
      ("This is open to the public.", "Public"), ("Students only, please", "Students"),
      ("Open to the public, all ages", "All ages"),
      ("Open to all students of the college", "Students"),
      ("The tour is open to members only.", "Members"),
      ("Visitors of the age of 18 and over", "Ages 18+"),
    ])
  func audience(text: String, audience: String) {
    #expect(value(.audience, facets(text: text)) == audience)
  }

  @Test(
    "A part of the public, a person's age, a number or two groups are no audience",
    arguments: [
      "Open to all freshmen of the college", "She wrote it at the age of 30",
      "Students only on Monday, members only on Tuesday", "The price is $18+ tax",
      "19+ vendors and 21+ bands", "We expect 19+ vendors", "Groups of 5 and over sit in front",
      "This meeting is not open to the public", "No longer open to all",
      "Groups of 20 and over pay less",
      "There is a discount for members only", "Students only on Mondays",
      "Members only discount today",
    ])
  func noAudience(text: String) { #expect(value(.audience, facets(text: text)) == nil) }

  @Test("Attendance follows from venue, place and words, and is unknown if they contradict")
  func attendance() {
    #expect(value(.attendance, facets(venue: "Zoom")) == "online")
    #expect(value(.attendance, facets(venue: "Hall and Zoom", placement: hall)) == "hybrid")
    #expect(value(.attendance, facets("Talk (Hybrid)", venue: "Hall")) == "hybrid")
    #expect(value(.attendance, facets(text: "Join us in person or online.")) == "hybrid")
    #expect(
      value(.attendance, facets(venue: "Hall", placement: hall) { $0.tags = ["hybrid"] })
        == "hybrid")
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
    "A title marks a hybrid event in brackets, after a dash or in a phrase",
    arguments: [
      ("Yoga (Hybrid)", true), ("[hybrid] Yoga", true), ("Yoga (Room 5, hybrid)", true),
      ("Yoga - Hybrid", true), ("Yoga | Hybrid", true), ("A hybrid event on bees", true),
      ("Hybrid Workshop: Bees", true), ("Hybrid Rice in the Delta", false),
      ("Hybrid Vehicles Talk", false), ("Hybrid", false), ("Fuel, Hybrid, Electric", false),
      ("Hybrid: A Dance", false), ("The Hybrid-Electric Aircraft", false),
      ("Hybrid meeting rooms explained", false), ("(Hybrid rice) a talk", false),
    ])
  func hybridTitles(title: String, isHybrid: Bool) {
    #expect(
      value(.attendance, facets(title, venue: "Hall", placement: hall))
        == (isHybrid ? "hybrid" : "in-person"))
  }

  @Test(
    "An event without a place is online because of a phrase, not because of a word of its subject",
    arguments: [
      ("Yoga (Virtual)", "online"), ("Virtual: Yoga", "online"), ("Yoga - Online", "online"),
      ("Webinar on bees", "online"), ("Online Workshop: Bees", "online"),
      ("Yoga via Zoom", "online"),
      ("Virtual Reality for All", nil), ("Online Dating and the Law", nil),
      ("Zoom: a History of Lenses", "online"), ("Online Event Calendar Training", nil),
      ("The Zoom Lens", nil), ("Online Privacy", nil),
    ] as [(String, String?)])
  func onlineTitles(title: String, mode: String?) {
    #expect(value(.attendance, facets(title)) == mode)
  }

  @Test(
    "A venue is online if a part of it contains nothing else",
    arguments: [
      ("Zoom", "online"), ("Online - registration required", "online"),
      ("Zoom meeting ID 123", "online"),
      ("Virtual Event", "online"), ("Microsoft Teams", "online"), ("Virtual Reality Lab", nil),
      ("Zoom Room 5", nil), ("Teams Hall", nil), ("Online Learning Centre", nil),
    ] as [(String, String?)])
  func onlineVenues(venue: String, mode: String?) {
    #expect(value(.attendance, facets(venue: venue)) == mode)
    let both = mode == nil || venue == "Teams" ? "in-person" : "hybrid"
    #expect(value(.attendance, facets(venue: "Hall, " + venue, placement: hall)) == both)
  }

  @Test(
    "An online booking, a negation and a calendar give no attendance",
    arguments: [
      "Register in person or online.",
      "Tickets are available in person or online at the box office",
      "Register online via our page", "There is no virtual option.",
      "This will not be held online", "See our online event calendar.",
    ])
  func noAttendance(text: String) {
    #expect(value(.attendance, facets(text: text)) == nil)
    #expect(
      value(.attendance, facets(text: text, venue: "Hall", placement: hall)) == "in-person")
  }

  @Test(
    "A language is recognized by its script or by enough of its function words",
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
    "A few words, names, two languages or Han with a single kana give no language",
    arguments: [
      "Doors 7pm", "The best of the year",
      "Welcome to the talk and to the tour; die Frau, der Mann und das Kind ist da",
      "東京都立図書館特別展示会場の案内",
    ])
  func noLanguage(text: String) {
    #expect(value(.language, facets("Open Mic", text: text)) == nil)
  }

  @Test("Hashtags become tags once, unless a source lists the same tag")
  func hashtags() {
    let found = facets(text: "See #jazz, #Jazz and #blues. Room #12") { $0.tags = ["Blues"] }
    #expect(found.filter { $0.name == .tag }.map(\.value) == ["jazz"])
  }

  @Test("Color codes are no tags, and more than eight hashtags are an advertisement")
  func noHashtags() {
    let tags = { (text: String) in
      facets(text: text).filter { $0.name == .tag }.map(\.value)
    }
    #expect(tags("#e6e6e6 #facade #b0b #fab") == ["facade", "fab"])
    #expect(tags("#aa #bb #cc #dd #ee #ff #gg #hh").count == 8)
    #expect(tags("#aa #bb #cc #dd #ee #ff #gg #hh #ii").isEmpty)
  }

  @Test("Price, audience and language are read from the text only if no source provides them")
  func sourceFields() {
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

  @Test("Facets from text never replace a source's fields and can be removed")
  func adopts() {
    var event = Event(
      id: "e", campus: "town", title: "Virtual talk", text: "Admission is free. #jazz",
      tags: ["talk"], audience: "Seniors", occurrences: [], listings: [])
    let original = event
    var categorization = Categorization(
      category: "arts", confidence: 1, method: .table, reason: "")
    categorization.facets = FacetReader().facets(of: event)
    event.adopt(categorization)
    #expect(event.price == "Free")
    #expect(event.provenance["price"] == "text: admission is free")
    #expect(event.audience == "Seniors")
    #expect(event.tags == ["talk", "online", "jazz"])
    var again = event.withoutFacets
    #expect(again.tags == original.tags)
    #expect(again.price == nil)
    #expect(again.provenance == original.provenance)
    #expect(FacetReader().facets(of: again) == categorization.facets)
    again.adopt(categorization)
    #expect(again == event)
  }
}
