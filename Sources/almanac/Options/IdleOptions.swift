import ArgumentParser

// Every verb of a campus takes the same words for the configuration, the clock and what is told of the work, so
// that a script may put them behind any of them. A verb groups those hidden that change nothing of what it does.

/// Of verbs that neither log nor show how far they are.
struct IdleReporting: ParsableArguments {
  @OptionGroup var log: LogOptions
  @OptionGroup var progress: ProgressOptions
}

/// Of verbs that need no more than what is published.
struct IdleCampus: ParsableArguments {
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var reporting: IdleReporting
}
