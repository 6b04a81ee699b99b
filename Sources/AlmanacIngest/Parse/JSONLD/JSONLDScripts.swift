import AlmanacModel

/// The JSON-LD of all scripts of a page. They form one document, because one may refer to nodes of
/// another. A broken script does not affect the others.
struct JSONLDScripts {
  let events: SchemaEvents
  private(set) var problems: [Finding] = []

  init(_ scripts: [XMLNode], _ context: ReadingContext) {
    var expander = JSONLDExpander()
    for script in scripts {
      let text = JSONLDScriptText(script.text)
      guard !text.isBlank else { continue }
      do throws(DocumentRefusal) {
        expander.expand(try text.parsed())
      } catch {
        problems.append(Self.broken(error, line: script.line))
      }
    }
    if expander.isCut { problems.append(JSONLDReader.tooDeep) }
    events = SchemaEvents(in: expander.roots, context)
    problems += events.problems
  }

  private static func broken(_ failure: DocumentRefusal, line: Int) -> Finding {
    return Finding(
      "W_JSONLD", severity: .warning,
      message: "a script of JSON-LD was skipped: \(failure.message)",
      line: line + (failure.line ?? 1) - 1)
  }
}
