import AlmanacModel
import AlmanacPlan
import AlmanacTime
import Testing

/// Tests the start times of flexible events, quiet hours, and the place where a day begins.
@Suite struct PlacementTests {
  @Test(
    "A flexible event keeps the time of the last run while that is feasible, and moves otherwise")
  func keepsPreviousTime() throws {
    let person = Fixture.person {
      $0.events = [Fixture.flexible("gym", "05T09:00", "05T18:00", minutes: 60)]
    }
    let before = ["gym": Fixture.instant("05T15:00")]
    let kept = Fixture.agenda(person, previous: before)
    #expect(kept.entries.first?.start == Fixture.instant("05T15:00"))
    #expect(kept.moved.isEmpty)
    var attending = person
    attending.attending = [EventReference(event: "talk")]
    let talk = Fixture.occurrence("talk", "05T14:30", "05T15:30")
    let moved = Fixture.agenda(attending, [talk], previous: before)
    #expect(moved.moved == ["gym"])
    #expect(moved.entries.first { $0.key == "gym" }?.start == Fixture.instant("05T15:30"))
    #expect(moved.causes.isEmpty)
  }

  @Test("A flexible event that has started is not moved")
  func keepsStarted() {
    let person = Fixture.person {
      $0.events = [
        Fixture.flexible("gym", "05T06:00", "05T18:00", minutes: 60, planned: "05T07:30"),
        Fixture.fixed("call", "05T08:00", "05T08:20"),
      ]
    }
    let agenda = Fixture.agenda(person)
    #expect(agenda.entries.first { $0.key == "gym" }?.start == Fixture.instant("05T07:30"))
    #expect(agenda.moved.isEmpty)
    #expect(agenda.causes["call"] == [.conflict(["call", "gym"])])
  }

  @Test("A flexible event starts on a whole minute after the run time")
  func roundsStart() {
    let person = Fixture.person {
      $0.events = [Fixture.flexible("gym", "05T06:00", "05T18:00", minutes: 60)]
    }
    let agenda = Fixture.agenda(person, now: Fixture.now + 30)
    #expect(agenda.entries.map(\.start) == [Fixture.instant("05T08:01")])
  }

  @Test("A planned start in the person's file takes precedence over that of the last run")
  func prefersPlannedStart() {
    let person = Fixture.person {
      $0.events = [
        Fixture.flexible("gym", "05T09:00", "05T18:00", minutes: 60, planned: "05T11:00")
      ]
    }
    let agenda = Fixture.agenda(person, previous: ["gym": Fixture.instant("05T15:00")])
    #expect(agenda.entries.map(\.start) == [Fixture.instant("05T11:00")])
  }

  @Test("An instance of a repeated event that began yesterday is still in the agenda")
  func keepsYesterday() throws {
    var shift = Fixture.fixed("shift", "01T23:00", "02T09:00")
    shift.repetition = Repetition(rule: try RecurrenceRule(parsing: "FREQ=DAILY;UNTIL=20261005"))
    let agenda = Fixture.agenda(Fixture.person { $0.events = [shift] })
    #expect(agenda.entries.map(\.key) == ["shift@2026-10-04", "shift@2026-10-05"])
  }

  @Test("After four hours without an event, the next journey starts at home", arguments: [3, 4])
  func comesFromHome(hours: Int) {
    let agenda = Fixture.agenda(
      Fixture.person {
        // Each place is within the limit from home, but not from the other place.
        $0.events = [
          Fixture.fixed("one", "05T09:00", "05T10:00", at: Fixture.place("North", meters: 2_000)),
          Fixture.fixed("call", "05T10:05", "05T11:00"),
          Fixture.fixed(
            "two", "05T\(10 + hours):00", "05T18:00", at: Fixture.place("South", meters: -2_000)),
        ]
        $0.travel.modes = [.walking: ModeSettings(maxDistance: 3_000)]
      })
    let cause = PlanCause.preferences(["one", "two"])
    #expect(agenda.causes["one"] == (hours == 4 ? nil : [cause]))
  }

  @Test("A flexible event beyond the limits of all modes still gets a reachable time")
  func placesBeyondLimits() {
    var gym = Fixture.flexible("gym", "05T10:00", "05T14:00", minutes: 60)
    gym.place = Fixture.place("Gym", meters: 2_000)
    let agenda = Fixture.agenda(
      Fixture.person {
        $0.events = [Fixture.fixed("class", "05T09:00", "05T11:00", at: $0.home), gym]
        $0.travel.modes = [.walking: ModeSettings(maxDistance: 1_000)]
      })
    // 2,800 m on foot.
    #expect(agenda.entries.last?.start == Fixture.instant("05T11:38"))
    #expect(agenda.causes["gym"]?.first == .preferences(["class", "gym"]))
  }

  @Test("A weekday may have its own place where journeys start")
  func startsAtOrigin() {
    let agenda = Fixture.agenda(
      Fixture.person {
        $0.origins = [.monday: Fixture.place("Office", meters: 900)].compactMapValues(\.self)
        $0.events = [
          Fixture.fixed("one", "05T12:00", "05T13:00", at: Fixture.place("Hall", meters: 2_000)),
          Fixture.fixed("two", "06T12:00", "06T13:00", at: Fixture.place("Hall", meters: 2_000)),
        ]
      })
    #expect(agenda.legs.map(\.from.name) == ["Office", "Hall", "Home", "Hall"])
    #expect(agenda.legs.map(\.to.name) == ["Hall", "Office", "Hall", "Home"])
    // 1,100 m take 21 minutes on foot.
    #expect(agenda.legs[1].arrival == Fixture.instant("05T13:21"))
  }

  @Test(
    "A flexible event avoids quiet hours at the ends of its bounds, also across midnight",
    arguments: [
      ("06T05:00", "06T23:30", 22, 7, "06T07:00"), ("06T12:30", "06T18:00", 12, 14, "06T14:00"),
      ("06T23:30", "07T12:00", 22, 7, "07T07:00"), ("06T01:00", "06T09:00", 23, 6, "06T06:00"),
      // The quiet hours leave no free time.
      ("06T05:00", "06T07:30", 22, 7, "06T05:00"),
    ])
  func avoidsQuietHours(earliest: String, latest: String, from: Int, to: Int, start: String) {
    let agenda = Fixture.agenda(
      Fixture.person {
        $0.events = [Fixture.flexible("read", earliest, latest, minutes: 60)]
        $0.quietHours = [QuietHours(from: from * 3_600, to: to * 3_600)]
      })
    #expect(agenda.entries.map(\.start) == [Fixture.instant(start)])
  }

  @Test(
    "A flexible event avoids quiet hours within its bounds and beside other events",
    arguments: [
      // After them, in the middle of the bounds.
      ("06T11:30", "06T18:00", [], "06T13:00"),
      // The day is full, but the next one is not.
      ("06T07:00", "07T21:00", [("06T07:00", "06T21:30")], "07T07:00"),
      // Only the time before them is free.
      ("06T08:00", "06T15:00", [("06T08:00", "06T09:00"), ("06T12:50", "06T15:00")], "06T09:00"),
      // No other time is free.
      ("06T11:30", "06T15:00", [("06T13:00", "06T15:00")], "06T11:30"),
    ] as [(String, String, [(String, String)], String)])
  func avoidsQuietHoursWithin(
    earliest: String, latest: String, fixed: [(String, String)], start: String
  ) {
    let agenda = Fixture.agenda(
      Fixture.person {
        $0.events = [Fixture.flexible("read", earliest, latest, minutes: 60)]
        for (number, span) in fixed.enumerated() {
          $0.events.append(Fixture.fixed("fixed\(number)", span.0, span.1))
        }
        $0.quietHours = [
          QuietHours(from: 12 * 3_600, to: 13 * 3_600), QuietHours(from: 22 * 3_600, to: 7 * 3_600),
        ]
      })
    let found = agenda.entries.first { $0.key == "read" }
    #expect(found?.start == Fixture.instant(start))
    #expect(agenda.causes["read"]?.isEmpty != false || start == "06T11:30")
  }

  @Test("A conflict of other events leaves a flexible event its time, or gives it one")
  func placesBesideConflict() {
    let person = Fixture.person {
      $0.events = [
        Fixture.flexible("read", "06T10:00", "06T18:00", minutes: 60),
        Fixture.fixed("one", "06T10:00", "06T11:00"), Fixture.fixed("two", "06T10:30", "06T11:30"),
      ]
    }
    for (previous, start) in [(nil, "06T11:30"), ("06T14:00", "06T14:00")] {
      let agenda = Fixture.agenda(
        person, previous: previous.map { ["read": Fixture.instant($0)] } ?? [:])
      #expect(agenda.entries.first { $0.key == "read" }?.start == Fixture.instant(start))
      #expect(agenda.unplaced.isEmpty && agenda.moved.isEmpty)
      #expect(agenda.causes["read"] == nil)
      #expect(agenda.causes["two"] == [.conflict(["one", "two"])])
    }
  }

  @Test("A flexible event that was in quiet hours is moved out of them")
  func leavesQuietHours() {
    let agenda = Fixture.agenda(
      Fixture.person {
        $0.events = [Fixture.flexible("read", "05T18:00", "06T00:00", minutes: 60)]
        $0.quietHours = [QuietHours(from: 22 * 3_600, to: 7 * 3_600)]
      }, previous: ["read": Fixture.instant("05T21:30")])
    #expect(agenda.entries.map(\.start) == [Fixture.instant("05T18:00")])
    #expect(agenda.moved == ["read"])
    #expect(agenda.causes.isEmpty)
  }

  @Test("An event in quiet hours is reported, also across midnight")
  func checksQuietHours() {
    let person = Fixture.person {
      $0.events = [
        Fixture.fixed("late", "05T23:00", "06T00:30"),
        Fixture.fixed("early", "07T00:30", "07T01:00"),
        Fixture.fixed("noon", "06T12:00", "06T13:00"),
      ]
      $0.quietHours = [QuietHours(from: 23 * 3_600, to: 7 * 3_600)]
    }
    #expect(
      Fixture.agenda(person).causes == [
        "late": [.preferences(["late"])], "early": [.preferences(["early"])],
      ])
  }
}
