import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import Foundation
import Testing

@Suite("The JSON Schemas that an edition has") struct EditionSchemaTests {
  private static func python(_ arguments: [String]) throws -> Program.Answer {
    try Program.run(URL(filePath: "/usr/bin/env"), ["python3"] + arguments)
  }

  private static let canValidate = (try? python(["-c", "import jsonschema"]))?.code == 0

  /// Validates what was written, then the same with one thing wrong at a time.
  private static let script = """
    import copy, json, sys
    from jsonschema import Draft202012Validator as Validator
    output = sys.argv[1]
    def load(path): return json.load(open(f"{output}/{path}"))
    def validator(name):
        schema = load(f"latest/schema/{name}.schema.json")
        Validator.check_schema(schema)
        return Validator(schema)
    bad, counts = [], {}
    def check(name, records, mistakes):
        one = validator(name)
        counts[name] = len(records)
        for record in records:
            bad.extend(f"{name}: {e.json_path}: {e.message[:200]}" for e in one.iter_errors(record))
        for what, mistake in mistakes.items():
            wrong = copy.deepcopy(records[0])
            mistake(wrong)
            if one.is_valid(wrong): bad.append(f"{name}: valid in spite of {what}")
    def put(key, value): return lambda record: record.__setitem__(key, value)
    def drop(key): return lambda record: record.pop(key)
    events = [f["properties"] for f in load("latest/geojson/events.geojson")["features"]]
    check("event", events, {
        "no title": drop("title"), "no id": drop("id"), "a blank title": put("title", ""),
        "an odd status": put("status", "open"), "a start in words": put("start", "at noon"),
        "a count in words": put("occurrences", "1"), "another member": put("colour", "red"),
        "a single date in dates": put("dates", [{"start": "2026-03-02"}])})
    user, project = load("people/ada/matches.json"), load("projects/boat/matches.json")
    check("user", [user], {
        "no matches": drop("matches"), "another schema": put("schema", "almanac.matches/2"),
        "members": put("members", ["ada"]), "a match without a user": lambda r: r["matches"][0].pop("user")})
    check("project", [project], {
        "no members": drop("members"), "nobody": put("members", []), "a member twice": put("members", ["a", "a"]),
        "an odd change": lambda r: r["changes"][0].__setitem__("change", "told")})
    check("match", user["matches"] + project["matches"], {
        "no project": drop("project"), "another id": put("id", "boat"), "no time": put("at", "yesterday")})
    print(counts)
    sys.exit("\\n".join(bad) or 0)
    """

  @Test(
    "The schemas accept the written files, and refuse changed ones",
    .enabled(if: canValidate, "python3 has no jsonschema"))
  func validates() async throws {
    let fixture = try CampusFixture.ofSamples()
    try await fixture.run()
    let teams = try CampusFixture.empty()
    try teams.append("people: ../people")
    try teams.add("choir", CampusFixture.calendar(), file: "choir.ics")
    try teams.folder.write("name: Ada", to: "people/ada/person.yaml")
    try teams.folder.write(
      #"{"id": "boat", "title": "Solar boat", "owner": "bob", "at": "2026-02-01T08:00:00Z"}"#,
      to: "people/projects.ndjson")
    try teams.folder.write(
      ["user", "project"].map {
        #"{"user": "ada", "project": "boat", "direction": "\#($0)", "approve": true, "at": "2026-02-03T08:00:00Z"}"#
      }.joined(separator: "\n"), to: "people/swipes.ndjson")
    try await teams.run()
    let output = teams.folder.url.appending(path: "output")
    let answer = try Self.python(["-c", Self.script, output.path])
    #expect(answer.code == 0, "\(answer.errors)")
    // All events of the samples, too.
    for folder in ["people", "projects"] {
      try FileManager.default.createSymbolicLink(
        at: fixture.folder.url.appending(path: "output/\(folder)-of-teams"),
        withDestinationURL: output.appending(path: folder))
    }
    let samples = try Self.python([
      "-c",
      Self.script.replacing("people/ada", with: "people-of-teams/ada")
        .replacing("projects/boat", with: "projects-of-teams/boat"),
      fixture.folder.url.appending(path: "output").path,
    ])
    #expect(samples.code == 0, "\(samples.errors)")
    #expect(samples.output.contains("'event': 1") && samples.output.contains("'match': 2"))
  }
}
