import AlmanacModel
import AlmanacPlan
import AlmanacTime
import Foundation

/// The inputs of a person as they are read, with what plans do not need.
struct PersonInputs: Sendable {
  var person: Person
  var name: String
  /// Whether ways are entries of their own.
  var hasTravelBlocks = true
}

/// Reads the private inputs of persons: one part a YAML file, one part a line of NDJSON.
struct PersonReader {
  /// Places of the gazetteers that have a point, by id.
  private let places: [String: PlanPlace]
  private let taxonomy: Taxonomy
  private let zones: ZoneDatabase
  private let zone: Zone

  init(settings: Settings, zones: ZoneDatabase) {
    var places: [String: PlanPlace] = [:]
    for campus in settings.campuses {
      for place in campus.gazetteer.places {
        guard let coordinate = place.coordinate else { continue }
        let found = PlanPlace(name: place.name, coordinate: coordinate)
        places["\(campus.campus.id)/\(place.id)"] = found
        if places[place.id] == nil { places[place.id] = found }
      }
    }
    self.places = places
    self.zones = zones
    taxonomy = settings.taxonomy
    zone = (settings.campuses.first?.campus.timezone).flatMap { zones.zone(named: $0) } ?? .utc
  }

  func blank(_ id: String) -> PersonInputs {
    PersonInputs(person: Person(id: id, zone: zone), name: id)
  }

  /// Adds a part: lists grow, single values are replaced.
  ///
  /// - Returns: All mistakes of the part.
  func read(_ root: ConfigurationNode, into inputs: inout PersonInputs) -> [ConfigurationError] {
    var mistakes: [ConfigurationError] = []
    func attempt(_ body: (inout PersonInputs) throws(ConfigurationError) -> Void) {
      do throws(ConfigurationError) {
        try body(&inputs)
      } catch {
        mistakes.append(error)
      }
    }
    attempt { inputs throws(ConfigurationError) in
      mistakes += try ConfigurationSchema.mistakes(in: root, .person)
    }
    guard mistakes.isEmpty else { return mistakes }
    attempt { inputs throws(ConfigurationError) in try readPerson(root, into: &inputs) }
    attempt { inputs throws(ConfigurationError) in try readTravel(root, into: &inputs.person) }
    for node in (try? root.child("events")?.list()) ?? [] {
      attempt { inputs throws(ConfigurationError) in
        let event = try event(node)
        guard !inputs.person.events.contains(where: { $0.id == event.id }) else {
          throw node.error("the event '\(event.id)' is there twice; give each an id of its own")
        }
        inputs.person.events.append(event)
      }
    }
    for node in (try? root.child("tasks")?.list()) ?? [] {
      attempt { inputs throws(ConfigurationError) in
        let task = try task(node)
        guard !inputs.person.tasks.contains(where: { $0.id == task.id }) else {
          throw node.error("the task '\(task.id)' is there twice; give each an id of its own")
        }
        inputs.person.tasks.append(task)
      }
    }
    return mistakes
  }

  private func readPerson(_ root: ConfigurationNode, into inputs: inout PersonInputs)
    throws(ConfigurationError)
  {
    if let name = try root.child("name") { inputs.name = try name.string() }
    if let node = try root.child("timezone") {
      inputs.person.zone = zones.zone(named: try node.timezone(in: zones)) ?? zone
    }
    if let node = try root.child("interests") {
      try readInterests(node, into: &inputs.person.interests)
    }
    inputs.person.attending += try references(root.child("attending"))
    inputs.person.declined += try references(root.child("declined"))
    inputs.person.friends.formUnion(try root.child("friends")?.strings() ?? [])
    if let node = try root.child("alarm") { inputs.person.alarm = try node.duration() }
    if let node = try root.child("recommendations") {
      inputs.person.isRecommended = try node.bool()
    }
    if let node = try root.child("travelBlocks") { inputs.hasTravelBlocks = try node.bool() }
    for node in try root.child("quiet")?.list() ?? [] {
      inputs.person.quietHours.append(try quietHours(node))
    }
  }

  private func readInterests(_ node: ConfigurationNode, into interests: inout Interests)
    throws(ConfigurationError)
  {
    if let all = try node.child("all") { interests.isAll = try all.bool() }
    for name in try node.child("categories")?.list() ?? [] {
      let text = try name.string()
      guard let category = taxonomy.category(named: text) else {
        let known = taxonomy.categories.map(\.id).joined(separator: ", ")
        throw name.error("'\(text)' is no category; known are \(known)")
      }
      interests.categories.insert(category.id)
    }
    interests.tags.formUnion(try node.child("tags")?.strings() ?? [])
    interests.words.formUnion(try node.child("words")?.strings() ?? [])
  }

  private func readTravel(_ root: ConfigurationNode, into person: inout Person)
    throws(ConfigurationError)
  {
    if let node = try root.child("home") { person.home = try place(node, name: "Home") }
    for node in try root.child("origins")?.list() ?? [] {
      let place = try place(node.required("place"), name: nil)
      for day in try node.required("days").list() {
        guard let weekday = Weekday(name: try day.string()) else {
          throw day.error("expected a day of the week, such as monday or sunday")
        }
        person.origins[weekday] = place
      }
    }
    if let means = try root.child("means") {
      person.travel.means = [:]
      for (name, node) in try means.members() {
        guard let mean = TravelMean(rawValue: name) else { continue }
        person.travel.means[mean] = try settings(node)
      }
    }
    if let node = try root.child("prefer") {
      person.travel.order = []
      for mean in try node.list() { person.travel.order.append(try mean.word(TravelMean.self)) }
    }
    if let node = try root.child("eco") { person.travel.isEco = try node.bool() }
    if let node = try root.child("buffer") { person.travel.buffer = try node.duration() }
  }

  private func settings(_ node: ConfigurationNode) throws(ConfigurationError) -> MeanSettings {
    var settings = MeanSettings()
    if let value = try node.child("active") { settings.isActive = try value.bool() }
    settings.maxDistance = try node.child("maxDistance")?.number()
    settings.speed = try node.child("speed")?.number()
    settings.basePrice = try node.child("price")?.number()
    settings.kilometerPrice = try node.child("pricePerKilometer")?.number()
    settings.currency = try node.child("currency")?.string()
    settings.emissions = try node.child("emissions")?.number()
    return settings
  }

  private func references(_ node: ConfigurationNode?) throws(ConfigurationError)
    -> [EventReference]
  {
    var references: [EventReference] = []
    for element in try node?.list() ?? [] {
      let text = try element.string()
      guard let reference = EventReference(text) else {
        throw element.error("'\(text)' is neither an event's id nor ID@2026-03-05")
      }
      references.append(reference)
    }
    return references
  }

  private func place(_ node: ConfigurationNode, name: String?) throws(ConfigurationError)
    -> PlanPlace
  {
    guard node.isMapping else {
      let id = try node.string()
      guard let place = places[id] else {
        throw node.error(
          "no place '\(id)' with a point is in the gazetteer; write latitude and longitude instead")
      }
      return place
    }
    let latitude = try node.required("latitude").number()
    let longitude = try node.required("longitude").number()
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw node.error("is no point on Earth")
    }
    let text = try node.child("name")?.string()
    return PlanPlace(
      name: text ?? name ?? "\(coordinate.latitude), \(coordinate.longitude)",
      coordinate: coordinate)
  }

  private func quietHours(_ node: ConfigurationNode) throws(ConfigurationError) -> QuietHours {
    let times = try node.string().split(separator: "-").map { part -> Int? in
      let numbers = part.split(separator: ":").map { Int($0) }
      guard numbers.count == 2, let hour = numbers[0], let minute = numbers[1],
        (0...24).contains(hour), (0...59).contains(minute), hour * 60 + minute <= 24 * 60
      else { return nil }
      return hour * 3_600 + minute * 60
    }
    guard times.count == 2, let from = times[0], let to = times[1], from != to else {
      throw node.error("expected hours such as 22:00-07:00")
    }
    return QuietHours(from: from, to: to)
  }

  private func time(_ node: ConfigurationNode) throws(ConfigurationError) -> CalendarTime {
    let text = try node.string()
    guard let time = CalendarTime(text, zones: zones) else {
      throw node.error("'\(text)' is no time such as 2026-03-05T09:00, and no day")
    }
    return time
  }

  private func day(_ node: ConfigurationNode) throws(ConfigurationError) -> CivilDate {
    let text = try node.string()
    guard let date = CivilDate(iso8601: text) else {
      throw node.error("'\(text)' is no day such as 2026-03-05")
    }
    return date
  }

  private func event(_ node: ConfigurationNode) throws(ConfigurationError) -> OwnEvent {
    let id = try node.required("id").string()
    var event = OwnEvent(
      id: id, title: try node.required("title").string(), timing: try timing(node))
    if let place = try node.child("place") { event.place = try self.place(place, name: nil) }
    event.notes = try node.child("notes")?.string()
    event.alarm = try node.child("alarm")?.duration()
    event.tone = try node.child("tone")?.string()
    event.picture = try node.child("picture")?.string()
    event.repetition = try repetition(node)
    return event
  }

  private func timing(_ node: ConfigurationNode) throws(ConfigurationError) -> OwnEvent.Timing {
    let flexible = ["earliest", "latest", "duration"]
    var found: [String: ConfigurationNode] = [:]
    for name in flexible { found[name] = try node.child(name) }
    guard let earliest = found["earliest"], let latest = found["latest"],
      let duration = found["duration"]
    else {
      if let missing = flexible.first(where: { found[$0] == nil }), !found.isEmpty {
        throw node.error("a flexible event needs '\(missing)', too")
      }
      let start = try time(node.required("start"))
      let end = try time(node.required("end"))
      guard start.isDay == end.isDay else {
        throw node.error("'start' and 'end' must both be days, or both be times")
      }
      // A last day is written, an exclusive end is kept.
      if case .day(let last) = end, start.date <= last {
        return .fixed(TimeSpan(start: start, end: .day(last.adding(days: 1))))
      }
      return .fixed(TimeSpan(start: start, end: end))
    }
    var times = FlexibleTime(
      earliest: try time(earliest), latest: try time(latest), duration: try duration.duration())
    if let start = try node.child("start") {
      times.bounds = TimeSpan(start: try time(start), end: try time(node.required("end")))
    }
    if let planned = try node.child("planned") { times.planned = try time(planned) }
    return .flexible(times)
  }

  private func repetition(_ node: ConfigurationNode) throws(ConfigurationError) -> Repetition? {
    guard let frequency = try node.child("frequency") else {
      for name in ["every", "until", "exceptions"] {
        if let value = try node.child(name) {
          throw value.error("needs 'frequency': daily, weekly, monthly or yearly")
        }
      }
      return nil
    }
    var rule = "FREQ=\(try frequency.string().uppercased())"
    if let every = try node.child("every") {
      rule += ";INTERVAL=\(try every.integer(in: 1...1_000))"
    }
    if let until = try node.child("until") {
      rule += ";UNTIL=" + (try day(until)).description.filter { $0 != "-" }
    }
    var exceptions: [CivilDate] = []
    for exception in try node.child("exceptions")?.list() ?? [] {
      exceptions.append(try day(exception))
    }
    do throws(RecurrenceRuleError) {
      return Repetition(rule: try RecurrenceRule(parsing: rule), exceptions: exceptions)
    } catch {
      throw frequency.error("\(error)")
    }
  }

  private func task(_ node: ConfigurationNode) throws(ConfigurationError) -> PlanTask {
    var task = PlanTask(
      id: try node.required("id").string(), title: try node.required("title").string(),
      due: try time(node.required("due")))
    if let done = try node.child("done") { task.isDone = try done.bool() }
    task.notes = try node.child("notes")?.string()
    task.alarm = try node.child("alarm")?.duration()
    task.tone = try node.child("tone")?.string()
    task.picture = try node.child("picture")?.string()
    return task
  }
}
