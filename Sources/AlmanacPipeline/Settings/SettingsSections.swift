import AlmanacModel
import AlmanacRefine

/// A section of `almanac.yaml` as it is written; what it leaves out keeps its default.
protocol SettingsSection: Decodable {
  /// The key of the section.
  static var key: String { get }

  func apply(to settings: inout Settings)
}

enum SettingsSections {
  static var all: [any SettingsSection.Type] {
    [Window.self, Samples.self, Fetch.self, Shrink.self, Learn.self]
  }

  struct Window: SettingsSection {
    static let key = "window"
    let past: Seconds?
    let future: Seconds?

    func apply(to settings: inout Settings) {
      if let past { settings.reach.past = past.value }
      if let future { settings.reach.future = future.value }
    }
  }

  struct Samples: SettingsSection {
    static let key = "samples"
    let now: RunTime

    func apply(to settings: inout Settings) { settings.samplesNow = now.value }
  }

  struct Fetch: SettingsSection {
    static let key = "fetch"
    let userAgent: String?
    let concurrency: WholeNumber?
    let perHost: WholeNumber?
    let gap: Milliseconds?
    let timeout: TimeLimit?
    let maxBytes: ByteCount?
    let goneAfter: TimeLimit?

    func apply(to settings: inout Settings) {
      if let userAgent { settings.fetching.userAgent = userAgent }
      if let concurrency { settings.fetching.concurrency = concurrency.value }
      if let perHost { settings.fetching.perHost = perHost.value }
      if let gap { settings.fetching.gap = gap.value }
      if let timeout { settings.fetching.timeout = timeout.seconds }
      if let maxBytes { settings.fetching.maxBytes = maxBytes.value }
      if let goneAfter { settings.fetching.goneAfter = goneAfter.seconds }
    }
  }

  struct Shrink: SettingsSection {
    static let key = "shrink"
    let percent: WholeNumber?
    let events: WholeNumber?
    let nights: WholeNumber?

    func apply(to settings: inout Settings) {
      if let percent { settings.shrinking.percent = percent.value }
      if let events { settings.shrinking.events = events.value }
      if let nights { settings.shrinking.nights = nights.value }
    }
  }

  struct Learn: SettingsSection {
    static let key = "learn"
    let days: WholeNumber?
    let percent: WholeNumber?

    func apply(to settings: inout Settings) {
      if let days { settings.learning.days = days.value }
      if let percent { settings.learning.percent = percent.value }
    }
  }
}
