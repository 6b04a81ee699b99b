import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct WrittenLanguagesTests {
  private func read(_ text: String) -> String? {
    DateReader().read(text).map { $0.unknownZone ?? $0.start.description }
  }

  @Test(
    "Months and weekdays in European languages are read",
    arguments: [
      "Donnerstag, 5. März 2026", "Do, 5. Mrz 2026", "5 mars 2026", "jeudi 5 mars 2026",
      "5 de marzo de 2026", "jueves, 5 de marzo de 2026", "giovedì 5 marzo 2026", "5 mar 2026",
      "quinta-feira, 5 de março de 2026", "donderdag 5 maart 2026", "5 mrt 2026",
      "czwartek, 5 marca 2026", "joi, 5 martie 2026", "5 марта 2026", "5 березня 2026",
      "čtvrtek 5. března 2026", "torsdag den 5 mars 2026", "torsdag 5. marts 2026",
    ])
  func march(text: String) {
    #expect(read(text) == "2026-03-05")
  }

  @Test(
    "Dates in further languages and scripts are read",
    arguments: [
      "torstai 5. maaliskuuta 2026", "2026. március 5., csütörtök", "dijous, 5 de març de 2026",
      "Kamis, 5 Maret 2026", "5 Mart 2026 Perşembe", "Πέμπτη 5 Μαρτίου 2026", "čt 5. bře 2026",
      "czw, 5 mar 2026", "2026年3月5日", "2026年3月5日(木)", "2026年３月５日 星期四",
      "2026년 3월 5일 목요일", "2026년 3월 5일 (목)", "2026. 3. 5.(목)", "令和8年3月5日",
      "民國115年3月5日", "5.3.26", "الخميس، ٥ مارس ٢٠٢٦", "5 במרץ 2026",
      "četvrtak, 5. ožujka 2026", "neljapäev, 5. märts 2026", "5 март 2026",
    ])
  func furtherLanguages(text: String) {
    #expect(read(text) == "2026-03-05")
  }

  @Test(
    "An abbreviated weekday that is also a month is the weekday before a day and a month",
    arguments: [
      ("mar., 03 déc. 2030 10:00", "2030-12-03T10:00:00"), ("mar, 3 dic 2030", "2030-12-03"),
      ("mar 3 de abr de 2029", "2029-04-03"), ("Mar 3, 2026", "2026-03-03"),
    ])
  func weekdayOrMonth(text: String, date: String) {
    #expect(read(text) == date)
  }

  @Test(
    "Ranges with the words of other languages have an end",
    arguments: [
      ("du 5 au 7 mars 2026", "2026-03-05", "2026-03-08"),
      ("vom 5. bis 7. März 2026", "2026-03-05", "2026-03-08"),
      ("del 5 al 7 de marzo de 2026", "2026-03-05", "2026-03-08"),
      ("5 t/m 7 maart 2026", "2026-03-05", "2026-03-08"),
      ("od 5 do 7 marca 2026", "2026-03-05", "2026-03-08"),
      ("Mi 4.3. - Do 5.3.2026", "2026-03-04", "2026-03-06"),
      ("5 marzo 2026 dalle 19 alle 21", "2026-03-05T19:00:00", "2026-03-05T21:00:00"),
      ("5 mars 2026 de 19h à 21h30", "2026-03-05T19:00:00", "2026-03-05T21:30:00"),
      ("2026-03-05T22:00/PT3H", "2026-03-05T22:00:00", "2026-03-06T01:00:00"),
      ("5. März 2026, 19 bis 21 Uhr", "2026-03-05T19:00:00", "2026-03-05T21:00:00"),
      ("5 marzo 2026 dalle 19:00 alle 21:00", "2026-03-05T19:00:00", "2026-03-05T21:00:00"),
      ("5 de marzo de 2026 de 19:00 a 21:00", "2026-03-05T19:00:00", "2026-03-05T21:00:00"),
      ("5 maart 2026 van 19.00 tot 21.00 uur", "2026-03-05T19:00:00", "2026-03-05T21:00:00"),
    ])
  func ranges(text: String, start: String, end: String) {
    let reading = DateReader().read(text)
    #expect(reading?.start.description == start)
    #expect(reading?.end?.description == end)
  }

  @Test(
    "Times of day in further languages and forms are read",
    arguments: [
      "5 mars 2026 à 19h30", "5 marzo 2026 alle 19:30", "2026年3月5日（木）午後7時30分",
      "2026年3月5日 下午7点半", "2026년 3월 5일 오후 7시 30분", "2026年3月5日 19：30",
      "5 marca 2026 r., godz. 19:30", "5 марта 2026 года в 19:30",
      "\u{200E}2026/\u{200E}03/\u{200E}05 19:30",
    ])
  func times(text: String) {
    #expect(read(text) == "2026-03-05T19:30:00")
  }

  @Test("Noon may have its number, and a zone in brackets needs no offset")
  func otherForms() {
    #expect(read("March 5, 2026, 12 noon") == "2026-03-05T12:00:00")
    #expect(
      read("2026-03-05T19:30[Asia/Tokyo]") == "2026-03-05T19:30:00+09:00[Asia/Tokyo]")
    #expect(read("2026-03-05T19:30[Mars/Olympus]") == "Mars/Olympus")
    #expect(read("5 March 2026 [moved to 7 March]") == nil)
  }

  @Test(
    "Every month is read by its name",
    arguments: [
      "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
      "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
      "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
      "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
      "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
      "januari februari maart april mei juni juli augustus september oktober november december",
      "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
      "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
      "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
      "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    ])
  func months(names: String) {
    for (index, name) in names.split(separator: " ").enumerated() {
      #expect(DateWords.month(name.lowercased()) == index + 1, "\(name)")
    }
  }

  @Test(
    "RFC 822 dates with zone names and foreign months are read",
    arguments: [
      ("Thu, 30 Apr 2026 20:00:00 MEST", "2026-04-30T20:00:00+02:00"),
      ("Thu, 08 Jan 2026 20:00:00 MET", "2026-01-08T20:00:00+01:00"),
      ("Di, 12 Mai 2026 20:00:00 +0200", "2026-05-12T20:00:00+02:00"),
      ("mar, 12 may 2026 20:00:00 +0200", "2026-05-12T20:00:00+02:00"),
      ("Sat, 10 Okt 2026 20:00:00 MESZ", "2026-10-10T20:00:00+02:00"),
    ])
  func mail(text: String, time: String) {
    #expect(read(text) == time)
  }

  @Test(
    "Hours followed by the word for \"hour\" are read",
    arguments: [
      ("Montag, 6. April 2026, 20 Uhr", "2026-04-06T20:00:00"),
      ("6. April 2026 um 9 Uhr", "2026-04-06T09:00:00"),
      ("6 avril 2026 à 19 h", "2026-04-06T19:00:00"),
      ("6 avril 2026, 19 h 30", "2026-04-06T19:30:00"),
      ("6 avril 2026 19h45", "2026-04-06T19:45:00"),
      ("19 h, 6 avril 2026", "2026-04-06T19:00:00"),
      ("maandag 6 april 2026, 20.15 uur", "2026-04-06T20:15:00"),
      ("20.15 uur, 6 april 2026", "2026-04-06T20:15:00"),
      ("6 de abril de 2026, 18 horas", "2026-04-06T18:00:00"),
      ("6. April 2026, 19:30 Uhr", "2026-04-06T19:30:00"),
      ("6 de abril de 2026 às 18h", "2026-04-06T18:00:00"),
      ("6 de abril de 2026 a las 18:30", "2026-04-06T18:30:00"),
      ("6 aprile 2026 alle ore 18:30", "2026-04-06T18:30:00"),
      ("6 kwietnia 2026, godz. 18:30", "2026-04-06T18:30:00"),
      ("6. dubna 2026 v 18:30", "2026-04-06T18:30:00"),
      ("6 апреля 2026 г. в 18:30", "2026-04-06T18:30:00"),
    ])
  func hourWords(text: String, time: String) {
    #expect(read(text) == time)
  }

  @Test(
    "After a word for the time, a number is an hour if it can be nothing else",
    arguments: [
      ("to 5.3.2026 klo 19", "2026-03-05T19:00:00"), ("5 mars 2026 kl. 9", "2026-03-05T09:00:00"),
      ("5 marca 2026, godz. 18", "2026-03-05T18:00:00"),
      ("March 5, 2026 at 18", "2026-03-05T18:00:00"), ("March 5, 2026 at 7", nil),
      ("5 marzo 2026 alle 21", "2026-03-05T21:00:00"), ("5 marzo 2026 alle 8", nil),
      ("March 5, 2026, 7 o'clock pm", "2026-03-05T19:00:00"),
      ("March 5, 2026, 7 o’clock", nil),
      ("5 de marzo de 2026 a las 7 p. m.", "2026-03-05T19:00:00"),
      ("5. 3. 2026 v 19.00 hod.", "2026-03-05T19:00:00"), ("R8.3.5", nil),
    ] as [(String, String?)])
  func timeWords(text: String, time: String?) {
    #expect(read(text) == time)
    #expect(
      DateReader().read("la 7.3.2026 klo 12-16")?.end?.description == "2026-03-07T16:00:00")
  }

  @Test(
    "Years of the Buddhist era are read in Thai and in Thailand",
    arguments: [
      "วันพฤหัสบดีที่ 5 มี.ค. 2569", "5 มีนาคม พ.ศ. 2569", "5 March 2569", "2569-03-05",
      "5 มี.ค. 69", "二〇二六年三月五日",
    ])
  func buddhistYears(text: String) {
    let reader = DateReader(zone: ZoneDatabase.system.zone(named: "Asia/Bangkok"))
    #expect(reader.read(text)?.start.description == "2026-03-05")
    #expect(read("5 March 2569") == "2569-03-05")
  }

  @Test("A date on another weekday than the written one is used and reported")
  func contradiction() {
    for (text, isWrong) in [
      ("Monday, 5 March 2026", true), ("Mon, 05 Mar 2026 19:00:00 GMT", true),
      ("Thursday, 5 March 2026", false),
    ] {
      #expect(DateReader().read(text)?.contradictsWeekday == isWrong, "\(text)")
    }
  }

  @Test(
    "A letter after a time is a military zone and no article",
    arguments: ["31 Dec 2026 14:20:20 A", "31 Dec 2026 14:20 O", "31 Dec 2026 14:20 V"])
  func militaryZone(text: String) {
    let reading = DateReader().read(text)
    #expect(reading == nil || reading?.unknownZone == String(text.suffix(1)))
  }

  @Test("A range of hours may have the word for \"hour\" only at its end")
  func hourRange() {
    let reading = DateReader().read("6. April 2026, 18–20 Uhr")
    #expect(reading?.start.description == "2026-04-06T18:00:00")
    #expect(reading?.end?.description == "2026-04-06T20:00:00")
  }

  @Test(
    "A number before another word is no hour", arguments: ["20 Uhren", "25 Uhr"])
  func noHour(word: String) {
    #expect(read("6. April 2026, \(word)") == nil)
  }

  @Test(
    "An unknown word rejects the whole text",
    arguments: [
      "5 Marzen 2026", "5 mal 2026", "um 5 2026", "6 aprile 2026 verso le 18:30",
      "2026年3月5日 晚上12点",
    ])
  func unknown(text: String) {
    #expect(read(text) == nil)
  }

  @Test(
    "Digits that can be no date are seconds or milliseconds since 1970",
    arguments: [
      ("1780000000", "2026-05-28T20:26:40Z"), ("1780000000000", "2026-05-28T20:26:40Z"),
      ("20260528", "2026-05-28"), ("2026052812", "2026-05-28T12:00:00"),
      ("202605281230", "2026-05-28T12:30:00"),
    ])
  func epoch(text: String, time: String) {
    #expect(read(text) == time)
  }

  @Test("The dates of a JSON Feed may be numbers or strings of digits")
  func jsonFeed() {
    func published(_ value: String) -> ParsedFeed {
      FeedReading.read(
        "{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [{\"id\": \"1\", \"date_published\": \(value)}]}"
      )
    }
    for value in ["1780000000", "\"1780000000\"", "1780000000000"] {
      #expect(published(value).first.published?.description == "2026-05-28T20:26:40Z")
    }
    #expect(published("\"1012052312\"").first.published == nil)
  }

  @Test("A date in a year without feeds is unknown, and the finding quotes it")
  func range() throws {
    let entry = Entry.fixture {
      $0.published = CalendarTime("0001-01-01T00:00:00Z")
      $0.updated = CalendarTime("2026-01-01T00:00:00Z")
    }
    let assembly = SeriesGrouper.assemble([entry], .fixture())
    let listing = try #require(assembly.listings.first)
    #expect(listing.published == nil && listing.updated != nil)
    #expect(assembly.findings.map(\.code) == ["W_DATE_UNREADABLE"])
    #expect(assembly.findings.first?.message.contains("'0001-01-01T00:00:00Z'") == true)
  }

  @Test("A finding about a date that cannot be read quotes it")
  func quotes() {
    let feed = FeedReading.rss(
      "<title>x</title><ev:startdate>2026-03-05</ev:startdate><ev:enddate>some day</ev:enddate>"
        + "<pubDate>last week</pubDate>")
    let messages = feed.first.problems.map(\.message)
    #expect(messages.contains { $0.contains("'some day'") })
    #expect(messages.contains { $0.contains("'last week'") })
  }

  @Test("If pubDate is the start, an unreadable pubDate is an unreadable start")
  func pubDate() {
    let feed = FeedReading.read(
      "<rss version='2.0'><channel><generator>Localist</generator><item><title>a</title>"
        + "<pubDate>Thu, 05 Mar 2026 19:00:00 GMT</pubDate></item><item><title>b</title>"
        + "<pubDate>the ides</pubDate></item></channel></rss>")
    #expect(feed.entries.last?.unreadable["start"] == "the ides")
  }
}
