import AlmanacModel
import AlmanacPlan
import AlmanacTime
import Testing

@Suite struct AgendaTests {
  @Test(
    "An event with invalid times has a cause and no entry",
    arguments: [
      (Fixture.fixed("x", "05T10:00", "05T10:00"), PlanCause.InvalidData.endBeforeStart),
      (Fixture.flexible("x", "05T10:00", "05T10:30", minutes: 31), .boundsTooStrict),
      (
        Fixture.flexible(
          "x", "05T09:00", "05T12:00", minutes: 30, bounds: ("05T09:30", "05T12:00")),
        .boundsOutside
      ),
      (
        Fixture.flexible(
          "x", "05T09:00", "05T12:00", minutes: 30, bounds: ("05T09:00", "05T11:30")),
        .boundsOutside
      ),
      (
        Fixture.flexible(
          "x", "05T09:00", "05T12:00", minutes: 30, bounds: ("05T12:00", "05T09:00")),
        .endBeforeStart
      ),
    ])
  func namesInvalidData(event: OwnEvent, cause: PlanCause.InvalidData) {
    let agenda = Fixture.agenda(Fixture.person { $0.events = [event] })
    #expect(agenda.causes == ["x": [.invalidData(cause)]])
    #expect(agenda.entries.isEmpty)
    #expect(PlanCause.invalidData(cause).text == "Event data not valid")
  }

  @Test("A flexible event gets a time between fixed events, with the leg to it")
  func placesFlexible() throws {
    let far = Fixture.place("Library", meters: 900)
    var errand = Fixture.flexible("errand", "05T10:00", "05T13:00", minutes: 45)
    errand.place = far
    let person = Fixture.person {
      $0.events = [errand]
      $0.attending = [EventReference(event: "talk")]
    }
    let agenda = Fixture.agenda(
      person, [Fixture.occurrence("talk", "05T10:15", "05T11:00", at: Fixture.place("Hall"))])
    let entry = try #require(agenda.entries.first { $0.key == "errand" })
    // 900 m take 900 × 1.4 / 1.25 seconds on foot, which is 17 minutes.
    #expect(entry.start == Fixture.instant("05T11:17"))
    #expect(entry.end == entry.start + 45 * 60)
    #expect(agenda.causes.isEmpty)
    let leg = try #require(agenda.legs.first { $0.entry == "errand" })
    #expect(leg.from.name == "Hall")
    #expect(leg.departure == Fixture.instant("05T11:00"))
    #expect(leg.proposed?.mode == .walking)
  }

  @Test("If no arrangement is feasible, no event is moved")
  func movesNothingWithoutArrangement() {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("exam", "05T10:00", "05T12:00"),
        Fixture.fixed("shift", "05T11:00", "05T14:00"),
        Fixture.flexible("gym", "05T09:00", "05T15:00", minutes: 60, planned: "05T11:30"),
      ]
    }
    let agenda = Fixture.agenda(person)
    #expect(agenda.moved.isEmpty)
    #expect(agenda.entries.first { $0.key == "gym" }?.start == Fixture.instant("05T11:30"))
    #expect(agenda.causes["exam"] == [.conflict(["exam", "shift"])])
    #expect(agenda.causes["gym"] == nil)
    #expect(agenda.days.map(\.isFeasible) == [false])
  }

  @Test("A repeated event skips the dates that conflict and keeps the others")
  func keepsFreeDays() throws {
    var event = Fixture.fixed("run", "05T09:00", "05T10:00")
    event.repetition = Repetition(
      rule: try RecurrenceRule(parsing: "FREQ=DAILY;UNTIL=20261009"),
      exceptions: [Fixture.time("08").date])
    let person = Fixture.person {
      $0.events = [event]
      $0.attending = [EventReference(event: "talk")]
    }
    let agenda = Fixture.agenda(person, [Fixture.occurrence("talk", "07T09:30", "07T11:00")])
    #expect(
      agenda.entries.filter { $0.event == "run" }.map(\.key)
        == ["run@2026-10-05", "run@2026-10-06", "run@2026-10-09"])
    #expect(agenda.skipped.map(\.event) == ["run"])
    #expect(agenda.skipped.map(\.date) == [Fixture.time("07").date])
    #expect(agenda.skipped.map(\.conflict) == [["run@2026-10-07", "talk"]])
    #expect(agenda.days.allSatisfy { $0.isFeasible })
  }

  @Test(
    "A person's own whole-day and transparent events take no time, and quiet hours don't apply to them"
  )
  func ignoresTransparent() {
    let person = Fixture.person {
      var free = Fixture.fixed("free", "06T10:00", "06T11:00")
      free.isTransparent = true
      $0.events = [
        Fixture.fixed("lab", "06T10:00", "06T11:00"), free, Fixture.fixed("trip", "06", "07"),
      ]
      $0.quietHours = [QuietHours(from: 22 * 3_600, to: 7 * 3_600)]
    }
    let agenda = Fixture.agenda(person)
    #expect(agenda.causes.isEmpty)
    #expect(agenda.entries.map(\.isBusy) == [false, false, true])
  }

  @Test("A published event that is transparent takes no time; one of a whole day lasts a day")
  func readsPublishedTimes() throws {
    var open = Fixture.occurrence("open", "06T10:00", "06T12:00")
    open.isTransparent = true
    var fair = Fixture.occurrence("fair", "06", id: 2)
    fair.isAllDay = true
    let person = Fixture.person {
      $0.attending = [EventReference(event: "open"), EventReference(event: "fair")]
      $0.events = [Fixture.fixed("lab", "06T10:30", "06T11:30")]
    }
    let agenda = Fixture.agenda(person, [open, fair])
    #expect(agenda.causes.isEmpty)
    let entry = try #require(agenda.entries.first { $0.event == "fair" })
    #expect(entry.end == Fixture.instant("07T00:00"))
  }

  @Test("If a fixed and a flexible event conflict, the fixed event stays in the plan")
  func keepsFixed() {
    let agenda = Fixture.agenda(
      Fixture.person {
        $0.events = [
          Fixture.flexible("errand", "05T10:00", "05T12:00", minutes: 120),
          Fixture.fixed("exam", "05T10:00", "05T11:00"),
          Fixture.fixed("lab", "05T11:00", "05T12:00"),
        ]
      })
    #expect(agenda.causes["exam"] == [.conflict(["errand", "exam"])])
    // Without the errand nothing conflicts with the lab.
    #expect(agenda.causes["lab"] == nil)
    #expect(agenda.unplaced == ["errand"])
  }

  @Test("Days before the run are not in the plan")
  func omitsPast() {
    let agenda = Fixture.agenda(
      Fixture.person {
        $0.events = [
          Fixture.fixed("done", "04T10:00", "04T11:00"),
          Fixture.fixed("next", "05T10:00", "05T11:00"),
        ]
      })
    #expect(agenda.entries.map(\.key) == ["done", "next"])
    #expect(agenda.days.map(\.entries) == [["next"]])
  }

  @Test("The travel is before or after an event without a place, never during it")
  func travelsAroundOnlineEvent() throws {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("one", "05T09:00", "05T10:00", at: Fixture.place("Hall")),
        Fixture.fixed("call", "05T10:30", "05T11:30"),
        Fixture.fixed("two", "05T11:35", "05T12:00", at: Fixture.place("Lab", meters: 1_000)),
      ]
    }
    let agenda = Fixture.agenda(person)
    #expect(agenda.causes.isEmpty)
    let leg = try #require(agenda.legs.first { $0.entry == "two" })
    #expect(leg.arrival == Fixture.instant("05T10:30"))
    #expect(leg.departure >= Fixture.instant("05T10:00"))
  }

  @Test("An event beyond the limit of every permitted mode does not satisfy the preferences")
  func checksLimits() {
    var event = Fixture.fixed("hike", "05T10:00", "05T12:00")
    event.place = Fixture.place("Hills", meters: 9_000)
    let person = Fixture.person {
      $0.events = [event]
      $0.travel.modes = [.walking: ModeSettings(maxDistance: 5_000)]
    }
    let agenda = Fixture.agenda(person)
    #expect(agenda.causes == ["hike": [.preferences(["hike"])]])
    #expect(agenda.legs.allSatisfy { $0.entry == nil })
  }

  @Test("If only a mode beyond its limit connects two events, the cause is the preferences")
  func distinguishesPreferencesFromConflicts() {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("one", "05T10:00", "05T11:00", at: Fixture.place("North", meters: 3_000)),
        Fixture.fixed("two", "05T12:00", "05T13:00", at: Fixture.place("South", meters: -3_000)),
      ]
      $0.travel.modes = [
        .walking: ModeSettings(maxDistance: 5_000),
        .driving: ModeSettings(maxDistance: 5_000),
      ]
    }
    let agenda = Fixture.agenda(person)
    #expect(agenda.causes["one"] == [.preferences(["one", "two"])])
    #expect(agenda.causes["two"] == [.preferences(["one", "two"])])
  }

  @Test("Declined dates and unknown events are not in the agenda, and former ids are resolved")
  func readsReferences() {
    let series = [
      Fixture.occurrence("yoga", "06T09:00", id: 1, label: "20261006"),
      Fixture.occurrence("yoga", "08T09:00", id: 2, label: "20261008"),
    ]
    let person = Fixture.person {
      $0.attending = [
        "old-yoga", "nothing@2026-10-06", "over", "yoga@2026-10-01", "yoga@2026-10-07",
      ]
      .compactMap { EventReference($0) }
      $0.declined = [EventReference(event: "yoga", date: Fixture.time("08").date)]
    }
    let edition = PlanEdition(occurrences: series, aliases: ["old-yoga": "yoga"], events: ["over"])
    let agenda = AgendaPlanner(edition: edition, now: Fixture.now).agenda(of: person)
    #expect(agenda.entries.map(\.key) == ["yoga-20261006"])
    // A past event or date is not reported as unknown.
    #expect(agenda.unknown == ["nothing@2026-10-06", "yoga@2026-10-07"])
  }

  @Test("A cancelled event takes no time")
  func ignoresCancelled() {
    var talk = Fixture.occurrence("talk", "05T10:00", "05T11:00")
    talk.isCancelled = true
    let person = Fixture.person {
      $0.attending = [EventReference(event: "talk")]
      $0.events = [Fixture.fixed("lab", "05T10:30", "05T11:30")]
    }
    let agenda = Fixture.agenda(person, [talk])
    #expect(agenda.causes.isEmpty)
    #expect(agenda.entries.map(\.isCancelled) == [true, false])
  }

  @Test("The remaining time of a task is exact and in days; a done or overdue task has none")
  func tasks() {
    var task = PlanTask(id: "essay", title: "Essay", due: Fixture.time("08T19:20"))
    #expect(task.remaining(now: Fixture.now, in: .utc)?.exact == "83h 20m 0s")
    #expect(task.remaining(now: Fixture.now, in: .utc)?.days == "3d")
    #expect(task.state(now: Fixture.now, in: .utc) == .active)
    task.isDone = true
    #expect(task.state(now: Fixture.now, in: .utc) == .done)
    let late = PlanTask(id: "form", title: "Form", due: Fixture.time("04"))
    #expect(late.state(now: Fixture.now, in: .utc) == .overdue)
    #expect(late.remaining(now: Fixture.now, in: .utc) == nil)
    let today = PlanTask(id: "call", title: "Call", due: Fixture.time("05"))
    #expect(today.remaining(now: Fixture.now, in: .utc)?.exact == "16h 0m 0s")
  }

  @Test("An agenda is the same in any order of its inputs")
  func ignoresOrder() {
    var generator = SeededGenerator(seed: 71)
    let places = (0..<6).map { Fixture.place("P\($0)", meters: Double($0) * 400) }
    for _ in 0..<100 {
      let occurrences = (0..<8).map { number in
        let hour = Int.random(in: 9...17, using: &generator)
        let day = ["05", "06"][number % 2]
        let start = "\(day)T\(hour < 10 ? "0" : "")\(hour):00"
        return Fixture.occurrence(
          "e\(number)", start, id: Int64(number), at: places[number % 6])
      }
      var person = Fixture.person {
        $0.attending = (0..<8).map { EventReference(event: "e\($0)") }
        $0.events = (0..<4).map {
          Fixture.flexible("f\($0)", "05T09:00", "06T19:00", minutes: 50, planned: "05T11:10")
        }
      }
      let one = Fixture.agenda(person, occurrences)
      person.attending.shuffle(using: &generator)
      person.events.shuffle(using: &generator)
      let other = Fixture.agenda(person, occurrences.shuffled(using: &generator))
      #expect(one.entries.map(\.key) == other.entries.map(\.key))
      #expect(one.entries.map(\.start) == other.entries.map(\.start))
      #expect(one.causes == other.causes)
      #expect(one.days == other.days)
      #expect(one.legs == other.legs)
      #expect(one.moved == other.moved)
    }
  }

  @Test("A flexible event that no longer fits in its bounds is unplaced")
  func namesUnplaced() {
    let agenda = Fixture.agenda(
      Fixture.person {
        $0.events = [
          Fixture.flexible("gym", "05T06:00", "05T08:30", minutes: 60),
          Fixture.flexible("over", "05T06:00", "05T07:30", minutes: 60),
        ]
      })
    #expect(agenda.unplaced == ["gym"])
    #expect(agenda.entries.isEmpty)
  }

  @Test("A conflict on one day does not affect the flexible events of another day")
  func keepsDaysApart() {
    let agenda = Fixture.agenda(
      Fixture.person {
        $0.events = [
          Fixture.fixed("lab", "05T19:00", "05T21:00", at: $0.home),
          Fixture.fixed("dinner", "05T20:00", "05T22:00"),
          Fixture.flexible("gym", "06T08:00", "06T18:00", minutes: 60),
          Fixture.fixed("trip", "10T08:00", "10T09:00", at: Fixture.place("Far", meters: 30_000)),
        ]
        // Driving has no limit here, and walking has a short one.
        $0.travel.modes = [.walking: ModeSettings(maxDistance: 3_000), .driving: ModeSettings()]
      })
    #expect(agenda.causes["lab"] == [.conflict(["dinner", "lab"])])
    #expect(agenda.unplaced.isEmpty)
    #expect(agenda.entries.contains { $0.key == "gym" })
  }
}
