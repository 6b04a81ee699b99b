import AlmanacTime
import AlmanacTransit
import Testing

@Suite("Journeys") struct JourneySearchTests {
  private static let gate = 0
  private static let library = 1
  private static let lake = 2
  private static let lab = 3

  private static func days(_ changes: [String: String?] = [:]) throws -> TravelDays {
    TravelDays(try #require(FeedText.read(changes).network))
  }

  private static func options(
    from: Int, to: Int, at start: Int, on date: CivilDate?, _ changes: [String: String?] = [:]
  ) throws -> [JourneyProfile.Option] {
    var days = try days(changes)
    let entry = days.entry(for: try #require(date))
    return JourneySearch(in: entry.day).profile(from: [AccessStop(stop: from)], starts: [start])
      .options(at: to)
  }

  @Test("A missing time is interpolated, and a change takes two minutes")
  func changes() throws {
    // The bus arrives at the library at 8:05. The trip at 8:06 is too early for a change, 8:07 is
    // not.
    let options = try Self.options(from: Self.gate, to: Self.lab, at: 470, on: FeedText.monday)
    #expect(options.map(\.arrival) == [502])
    #expect(options.map(\.changes) == [1])
  }

  @Test("A journey's legs name the trips, stops and times")
  func describesLegs() throws {
    var days = try Self.days()
    let entry = days.entry(for: try #require(FeedText.monday))
    let profile = JourneySearch(in: entry.day).profile(
      from: [AccessStop(stop: Self.gate, minutes: 3)], starts: [477])
    let option = try #require(profile.options(at: Self.lab).first)
    let legs = profile.legs(of: option)
    #expect(legs.map(\.from) == [Self.gate, Self.library])
    #expect(legs.map(\.to) == [Self.library, Self.lab])
    #expect(legs.map(\.departure) == [480, 487])
    #expect(legs.map(\.arrival) == [485, 502])
  }

  @Test("A time after 24:00 belongs to the previous service day")
  func readsLateTimes() throws {
    // Tuesday has no service, so Monday's trip at 25:00 is the only one.
    let tuesday = CivilDate(iso8601: "2026-03-03")
    let options = try Self.options(from: Self.gate, to: Self.lake, at: 0, on: tuesday)
    #expect(options.map(\.departure) == [0])
    #expect(options.map(\.arrival) == [70])
  }

  @Test("Exceptions add and remove days")
  func followsCalendar() throws {
    let saturday = CivilDate(iso8601: "2026-03-07")
    let sunday = CivilDate(iso8601: "2026-03-08")
    #expect(try Self.options(from: 0, to: 2, at: 400, on: saturday).map(\.arrival) == [490])
    #expect(try Self.options(from: 0, to: 2, at: 400, on: sunday).map(\.arrival) == [1440 + 490])
  }

  @Test("A frequency departs at its start, and after each headway before its end")
  func followsHeadway() throws {
    func arrivals(at start: Int) throws -> [Int] {
      try Self.options(from: Self.lab, to: Self.gate, at: start, on: FeedText.monday).map(\.arrival)
    }
    #expect(try arrivals(at: 500) == [544])
    #expect(try arrivals(at: 541) == [559])
    #expect(try arrivals(at: 585) == [589])
    // The stop times are no trip of their own, although they start at 0:00.
    #expect(try arrivals(at: 0) == [544])
    // 9:59 is no departure, and Tuesday has no service.
    #expect(try arrivals(at: 586) == [])
  }

  @Test("A frequency has no departure at its end")
  func excludesEnd() throws {
    let frequencies = "trip_id,start_time,end_time,headway_secs\nl,09:00:00,10:00:00,900"
    let options = try Self.options(
      from: Self.lab, to: Self.gate, at: 586, on: FeedText.monday,
      ["frequencies.txt": frequencies])
    #expect(options == [])
  }

  @Test("A backward search gives the latest departure for a time of arrival")
  func searchesBackward() throws {
    var days = try Self.days()
    let entry = days.entry(for: try #require(FeedText.monday))
    let search = JourneySearch(in: entry.reversed)
    let profile = search.profile(from: [AccessStop(stop: Self.lab, minutes: 4)], starts: [-510])
    let option = try #require(profile.options(at: Self.gate).last)
    #expect(option.departure == 480 && option.arrival == 510 && option.changes == 1)
    #expect(profile.legs(of: option).map(\.departure) == [480, 487])
    // The first bus north and the second bus east.
    #expect(profile.legs(of: option).map(\.trip) == [0, 3])
    #expect(search.profile(from: [AccessStop(stop: Self.lab)], starts: [-501]).options(at: 0) == [])
  }

  @Test(
    "Riders board and alight only where the feed allows it without booking, in both directions",
    arguments: ["pickup_type", "drop_off_type"], ["1", "2", "3"])
  func respectsPickupTypes(field: String, type: String) throws {
    let stop = field == "pickup_type" ? "library,1" : "lab,2"
    let times = try #require(FeedText.tables["stop_times.txt"]).split(separator: "\n").map {
      let isStop = $0.hasPrefix("e2,") && $0.hasSuffix(stop)
      return $0 + ($0.hasPrefix("trip_id") ? ",\(field)" : isStop ? ",\(type)" : ",0")
    }
    let changes = ["stop_times.txt": Optional(times.joined(separator: "\n"))]
    // Only the second bus east leaves time for the change. 3: arrange with the driver.
    let options = try Self.options(from: 0, to: 3, at: 470, on: FeedText.monday, changes)
    #expect(options.map(\.arrival) == (type == "3" ? [502] : []))
    var days = try Self.days(changes)
    let entry = days.entry(for: try #require(FeedText.monday))
    let backward = JourneySearch(in: entry.reversed).profile(
      from: [AccessStop(stop: Self.lab)], starts: [-510])
    #expect(backward.options(at: Self.gate).map(\.departure) == (type == "3" ? [480] : []))
  }

  @Test("A walk shorter than a change takes the time of a change")
  func keepsChangeTime() throws {
    let options = try Self.options(
      from: Self.gate, to: Self.gate, at: 480, on: FeedText.monday,
      [
        "transfers.txt":
          "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nlake,lab,2,60",
        "frequencies.txt":
          "trip_id,start_time,end_time,headway_secs\nl,08:11:00,08:13:00,60",
      ])
    // From the lake at 8:10 to the loop's departure at 8:12.
    #expect(options.map(\.arrival) == [496])
  }

  @Test(
    "A change at a stop takes as long as the feed requires there",
    arguments: [(120, [502]), (180, [])])
  func keepsMinimumChange(seconds: Int, arrivals: [Int]) throws {
    let options = try Self.options(
      from: Self.gate, to: Self.lab, at: 470, on: FeedText.monday,
      [
        "transfers.txt":
          "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nlibrary,library,2,\(seconds)"
      ])
    #expect(options.map(\.arrival) == arrivals)
  }

  @Test("A walk between stops saves a change")
  func changesOnFoot() throws {
    let transfers = """
      from_stop_id,to_stop_id,transfer_type,min_transfer_time
      lake,lab,2,90
      """
    for (tables, changes) in [(["transfers.txt": Optional(transfers)], 1), ([:], 2)] {
      var days = try Self.days(tables)
      let entry = days.entry(for: try #require(FeedText.monday))
      let profile = JourneySearch(in: entry.day).profile(
        from: [AccessStop(stop: Self.gate)], starts: [480])
      let options = profile.options(at: Self.gate)
      #expect(options.map(\.arrival) == [544])
      #expect(options.map(\.changes) == [changes])
      #expect(options.map { profile.legs(of: $0).count } == [changes + 1])
    }
  }

  @Test("On the day of a change to daylight saving time the service day counts from noon")
  func countsFromNoon() throws {
    let network = try #require(FeedText.read().network)
    let sunday = try #require(CivilDate(iso8601: "2026-03-29"))
    // Noon is at 10:00 UTC; twelve hours before is 22:00 UTC, an hour before local midnight.
    let start = network.serviceStart(ofDay: sunday.dayNumber, in: network.zone)
    #expect((start % 1440 + 1440) % 1440 == 22 * 60)
  }
}
