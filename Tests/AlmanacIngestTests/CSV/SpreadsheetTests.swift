import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests tables in the form in which people and spreadsheets write them.
@Suite struct SpreadsheetTests {
  private func read(_ text: String, _ mapping: FeedMapping? = nil) -> ParsedFeed {
    FeedReading.read(
      text, ReadingContext(zone: FeedReading.singapore, format: nil, mapping: mapping))
  }

  @Test(
    "Column names of other languages are known",
    arguments: [
      "Titel;Datum;Uhrzeit;Ort\nTee;5.3.2026;19:30;Saal",
      "\"Betreff\",\"Beginnt am\",\"Beginnt um\",\"Ort\"\nTee,5.3.2026,19:30:00,Saal",
      "Titre;Date;Heure;Lieu\nTee;5 mars 2026;19h30;Saal",
      "Objet,Début,Début,Emplacement\nTee,2026-03-05,19:30:00,Saal",
      "Título,Fecha,Hora,Lugar\nTee,2026-03-05,19:30,Saal",
      "Titolo,Data inizio,Ora inizio,Luogo\nTee,2026-03-05,19:30,Saal",
      "Onderwerp,Begindatum,Begintijd,Locatie\nTee,2026-03-05,19:30,Saal",
      "件名,開始日,開始時刻,場所\nTee,2026/03/05,19:30,Saal",
      "Oggetto,Data inizio,Ora inizio,Luogo\nTee,2026-03-05,19.30.00,Saal",
      "Тема;Дата начала;Время начала;Место\nTee;05.03.2026;19:30;Saal",
      "Wydarzenie;Data;Godzina;Miejsce\nTee;05.03.2026;19:30;Saal",
      "Name of Event,Date(s),Time(s),Venue/Location\nTee,2026-03-05,19:30,Saal",
      "Veranstaltung;Datum/Uhrzeit;Ort\nTee;05.03.2026 19:30;Saal",
    ])
  func languages(table: String) {
    let feed = read(table)
    #expect(feed.document.format == .csv)
    #expect(feed.entries.map(\.title) == ["Tee"])
    #expect(feed.first.start?.publicText == "2026-03-05T19:30:00+08:00")
    #expect(feed.first.venue == "Saal")
    #expect(feed.first.codes == [])
  }

  @Test("A table in Windows-1252 is recognized by its columns, and whole days are read")
  func windows() {
    let text =
      "Betreff;Beginnt am;Beginnt um;Endet am;Endet um;Ganztägiges Ereignis\n"
      + "Tee;5.3.2026;00:00:00;6.3.2026;00:00:00;Ein\n"
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let feed = FeedReader.read(bytes, context: ReadingContext(zone: FeedReading.singapore))
    #expect(feed.first.start?.publicText == "2026-03-05")
    #expect(feed.first.end?.publicText == "2026-03-06")
  }

  @Test("Whole days and private events are known in the words of Outlook's languages")
  func words() {
    let feed = read(
      "Temat;Data rozpoczęcia;Czas rozpoczęcia;Zdarzenie całodzienne;Prywatne\n"
        + "Tee;2026-03-05;00:00;Prawda;Fałsz\nArzt;2026-03-06;09:00;Fałsz;Prawda\n")
    #expect(feed.entries.map(\.start?.isDay) == [true, false])
    #expect(feed.entries.map(\.visibility) == [nil, .private])
    let german = read("Betreff;Beginnt am;Privat\nTee;5.3.2026;Aus\nArzt;6.3.2026;Ein\n")
    #expect(german.entries.map(\.visibility) == [nil, .private])
  }

  @Test("The header may follow a heading and blank lines")
  func heading() {
    let feed = read("Events in spring\n\nprinted,yesterday\nTitle,Date\nTea,2026-03-05\n")
    #expect(feed.entries.map(\.title) == ["Tea"])
    #expect(feed.first.line == 5)
    let plain = read("Dear all,\n\nthe title, the date and the place follow,\nsoon.\n")
    #expect(plain.codes == ["E_NOT_A_FEED"])
  }

  @Test(
    "Dates are read as spreadsheets store them",
    arguments: [
      ("46086", nil, "2026-03-05"), ("46086.8125", nil, "2026-03-05T19:30:00+08:00"),
      ("46086.5", nil, "2026-03-05T12:00:00+08:00"),
      ("\"=\"\"2026-03-05 12:00\"\"\"", nil, "2026-03-05T12:00:00+08:00"),
      ("46086", "0.8125", "2026-03-05T19:30:00+08:00"),
      ("46086.99999", nil, "2026-03-06T00:00:00+08:00"),
      ("2026-03-05", "19.30", "2026-03-05T19:30:00+08:00"), ("460", nil, nil),
    ] as [(String, String?, String?)])
  func serials(date: String, time: String?, start: String?) {
    let head = "Title,Date" + (time == nil ? "" : ",Time")
    let row = "Tea," + [date, time].compactMap(\.self).joined(separator: ",")
    #expect(read("\(head)\n\(row)\n").first.start?.publicText == start)
  }

  @Test("Placeholder values are no values, and decimal commas and semicolons are read")
  func values() {
    let feed = read(
      """
      Title\tStart\tEnd\tVenue\tLatitude\tLongitude\tCategories\tStatus
      Tea\t2026-03-05 19:30\t21:00\tNULL\t1,3\t103,8\tArts; Food\tabgesagt
      Cake\t2026-03-05 22:00\t01:00\t#N/A\t\\N\t\\N\tArts, Food\tConfirmed
      """)
    #expect(feed.entries.map(\.venue) == [nil, nil])
    #expect(feed.first.coordinate == Coordinate(latitude: 1.3, longitude: 103.8))
    #expect(feed.entries.map(\.categories) == [["Arts", "Food"], ["Arts", "Food"]])
    #expect(feed.entries.map(\.status) == [.cancelled, .confirmed])
    #expect(
      feed.entries.map { $0.end?.publicText }
        == ["2026-03-05T21:00:00+08:00", "2026-03-06T01:00:00+08:00"])
    #expect(feed.entries.flatMap(\.codes) == [])
  }

  @Test(
    "The zone of an item may have a Windows name",
    arguments: ["Tokyo Standard Time", "Asia/Tokyo", "asia/tokyo"])
  func zones(name: String) {
    let feed = read("Title,Start,Timezone\nTea,2026-03-05T19:30:00.0000000,\(name)\n")
    #expect(feed.first.start?.publicText == "2026-03-05T19:30:00+09:00")
  }

  @Test(
    "A mapped status may be an answer to whether the event is cancelled",
    arguments: [
      ("true", EventStatus.cancelled), ("false", .confirmed), ("\"postponed\"", .postponed),
    ])
  func isCancelled(value: String, status: EventStatus) {
    let mapping = FeedMapping(
      item: "events",
      fields: [
        .title: FieldMapping(paths: ["name"]), .status: FieldMapping(paths: ["is_cancelled"]),
      ], start: TimeMapping(date: FieldMapping(paths: ["day"])))
    let text = #"{"events": [{"name": "Tea", "day": "2026-03-05", "is_cancelled": \#(value)}]}"#
    #expect(read(text, mapping).first.status == status)
  }
}
