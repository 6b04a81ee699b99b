import AlmanacModel
import Foundation

/// The measured events: those of a file of labels, or generated ones of typical length.
struct EventTexts {
  let events: [Event]

  private struct Line: Decodable {
    let title: String
    let description: String?
    let venue: String?
  }

  init(file: String?) throws {
    guard let file else {
      events = Self.madeUp
      return
    }
    let bytes = try Data(contentsOf: URL(filePath: file))
    events = try bytes.split(separator: UInt8(ascii: "\n")).map { line in
      let line = try JSONDecoder().decode(Line.self, from: line)
      return Self.event(line.title, line.description ?? "", line.venue ?? "")
    }
  }

  private static func event(_ title: String, _ text: String, _ venue: String) -> Event {
    Event(
      id: "", campus: "", title: title, text: text, venue: venue, occurrences: [], listings: [])
  }

  private static var madeUp: [Event] {
    let subjects = ["Chamber Music", "Morning Yoga", "Robotics", "Field Hockey", "Clay", "音乐"]
    let forms = ["Concert", "Class", "Lecture", "Tournament", "Exhibition", "Welcome Party", "会"]
    let sentences = [
      "Join us for an evening with students and faculty of the department.",
      "Doors open half an hour before; light refreshments will be served.",
      "No experience is needed, and all materials are provided free of charge.",
      "The speaker has worked on the history of the city for more than twenty years.",
      "Registration is required and seats are limited.",
    ]
    return subjects.flatMap { subject in
      forms.enumerated().map { index, form in
        let text = (0..<4).map { sentences[(index + $0) % sentences.count] }
        return event("\(subject) \(form)", text.joined(separator: " "), "Hall \(index + 1)")
      }
    }
  }
}
