import AlmanacModel
import AlmanacPlan
import AlmanacTime

/// Reads the private inputs of persons: one part a YAML file, one part a line of NDJSON.
struct PersonReader {
  /// Places of the gazetteers that have a point, by id.
  private let places: [String: PlanPlace]
  private let taxonomy: Taxonomy
  private let zone: Zone

  init(settings: Settings) {
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
    taxonomy = settings.taxonomy
    zone = settings.campuses.first?.campus.zone ?? .utc
  }

  func blank(_ id: String) -> Person { Person(id: id, zone: zone) }

  /// Adds a part: lists grow, single values are replaced.
  ///
  /// - Returns: All mistakes of the part.
  func read(_ part: ConfigurationNode, into person: inout Person) -> [ConfigurationError] {
    var mistakes: [ConfigurationError] = []
    func attempt(_ part: @autoclosure () throws(ConfigurationError) -> Void) {
      do throws(ConfigurationError) {
        try part()
      } catch {
        mistakes.append(error)
      }
    }
    let root: ConfigurationNode
    do throws(ConfigurationError) {
      mistakes = try ConfigurationSchema.mistakes(in: part, .person)
      root = try ConfigurationSchema.completed(part, .person, isValid: mistakes.isEmpty)
    } catch {
      return [error]
    }
    let known = mistakes
    attempt(try readPerson(root, into: &person))
    attempt(try readTravel(root, into: &person))
    guard known.isEmpty else {
      // A value that the schema found wrong is not reported twice.
      let lines = Set(known.map(\.line))
      return known + mistakes[known.count...].filter { !lines.contains($0.line) }
    }
    for node in root["events"]?.elements ?? [] { attempt(try addEvent(node, to: &person)) }
    for node in root["tasks"]?.elements ?? [] { attempt(try addTask(node, to: &person)) }
    return mistakes
  }

  private func readPerson(_ root: ConfigurationNode, into person: inout Person)
    throws(ConfigurationError)
  {
    // A part without a key keeps the value of the parts before it, so that the schema has no default.
    person.name = try root.decoded("name") ?? person.name
    if let name: String = try root.decoded("timezone") {
      person.zone = ZoneDatabase.system.zone(named: name) ?? zone
    }
    if let node = root["interests"] { try readInterests(node, into: &person.interests) }
    person.attending += try root.decoded("attending") as [EventReference]
    person.declined += try root.decoded("declined") as [EventReference]
    person.friends.formUnion(try root.decoded("friends") as [String])
    person.alarm = try root.decoded("alarm") ?? person.alarm
    person.isRecommended = try root.decoded("recommendations") ?? person.isRecommended
    person.hasTravelBlocks = try root.decoded("travelBlocks") ?? person.hasTravelBlocks
    person.quietHours += try root.decoded("quiet") as [QuietHours]
  }

  private func readInterests(_ node: ConfigurationNode, into interests: inout Interests)
    throws(ConfigurationError)
  {
    interests.isAll = try node.decoded("all") ?? interests.isAll
    for name in node["categories"]?.elements ?? [] {
      let text = name.text ?? ""
      guard let category = taxonomy.category(named: text) else {
        let known = taxonomy.categories.map(\.id).joined(separator: ", ")
        throw name.error("'\(text)' is no category; known are \(known)")
      }
      interests.categories.insert(category.id)
    }
    interests.tags.formUnion(try node.decoded("tags") as [String])
    interests.words.formUnion(try node.decoded("words") as [String])
  }

  private func readTravel(_ root: ConfigurationNode, into person: inout Person)
    throws(ConfigurationError)
  {
    if let node = root["home"] { person.home = try place(node, name: "Home") }
    for node in root["origins"]?.elements ?? [] {
      let place = try place(node.child("place"), name: nil)
      for day in try node.decoded("days") as [Weekday] { person.origins[day] = place }
    }
    person.travel.modes = try root.decoded("means") ?? person.travel.modes
    person.travel.order = try root.decoded("prefer") ?? person.travel.order
    person.travel.isEco = try root.decoded("eco") ?? person.travel.isEco
    person.travel.buffer = try root.decoded("buffer") ?? person.travel.buffer
  }

  private func place(_ node: ConfigurationNode, name: String?) throws(ConfigurationError)
    -> PlanPlace
  {
    guard node.isMapping else {
      let id = node.text ?? ""
      guard let place = places[id] else {
        throw node.error(
          "no place '\(id)' with a point is in the gazetteer; write latitude and longitude instead")
      }
      return place
    }
    guard let latitude = node["latitude"]?.number, let longitude = node["longitude"]?.number,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { throw node.error("is no point on Earth") }
    return PlanPlace(
      name: node["name"]?.text ?? name ?? "\(coordinate.latitude), \(coordinate.longitude)",
      coordinate: coordinate)
  }

  private func addEvent(
    _ node: ConfigurationNode, to person: inout Person
  ) throws(ConfigurationError) {
    var event = OwnEvent(
      id: try node.decoded("id"), title: try node.decoded("title"), timing: try timing(node))
    if let place = node["place"] { event.place = try self.place(place, name: nil) }
    event.details = try node.decoded()
    event.repetition = try repetition(node)
    guard !person.events.contains(where: { $0.id == event.id }) else {
      throw node.error("the event '\(event.id)' is there twice; give each an id of its own")
    }
    person.events.append(event)
  }

  private func timing(_ node: ConfigurationNode) throws(ConfigurationError) -> OwnEvent.Timing {
    var bounds: TimeSpan?
    if let start: CalendarTime = try node.decoded("start") {
      let end: CalendarTime = try node.decoded("end")
      guard start.isDay == end.isDay else {
        throw node.error("'start' and 'end' must both be days, or both be times")
      }
      bounds = TimeSpan(start: start, end: Self.exclusive(end, after: start))
    }
    guard let earliest: CalendarTime = try node.decoded("earliest") else {
      guard let bounds else { throw node.error("'start' is missing") }
      return .fixed(bounds)
    }
    var times = FlexibleTime(
      earliest: earliest,
      latest: Self.exclusive(try node.decoded("latest"), after: earliest),
      duration: try node.decoded("duration"))
    times.bounds = bounds
    times.planned = try node.decoded("planned")
    return .flexible(times)
  }

  /// Converts an end: a day is the last one in the file, and exclusive in an event.
  private static func exclusive(_ end: CalendarTime, after start: CalendarTime) -> CalendarTime {
    guard case .day(let last) = end, start.date <= last else { return end }
    return .day(last.adding(days: 1))
  }

  private func repetition(_ node: ConfigurationNode) throws(ConfigurationError) -> Repetition? {
    guard let frequency = node["frequency"] else { return nil }
    var rule =
      "FREQ=\(frequency.text?.uppercased() ?? "");INTERVAL=\(try node.decoded("every") as Int)"
    if let until: CivilDate = try node.decoded("until") {
      rule += ";UNTIL=" + until.description.filter { $0 != "-" }
    }
    let exceptions: [CivilDate] = try node.decoded("exceptions")
    do throws(RecurrenceRuleError) {
      return Repetition(rule: try RecurrenceRule(parsing: rule), exceptions: exceptions)
    } catch {
      throw frequency.error("\(error)")
    }
  }

  private func addTask(
    _ node: ConfigurationNode, to person: inout Person
  ) throws(ConfigurationError) {
    var task = PlanTask(
      id: try node.decoded("id"), title: try node.decoded("title"), due: try node.decoded("due"))
    task.isDone = try node.decoded("done")
    task.details = try node.decoded()
    guard !person.tasks.contains(where: { $0.id == task.id }) else {
      throw node.error("the task '\(task.id)' is there twice; give each an id of its own")
    }
    person.tasks.append(task)
  }
}
