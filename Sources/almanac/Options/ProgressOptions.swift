import ArgumentParser

enum ProgressMode: String, ExpressibleByArgument, CaseIterable { case auto, always, never }

/// Whether to show how far the work is, on standard error.
struct ProgressOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show how far the work is: auto, on a terminal only; always, elsewhere as plain lines; "
        + "never."))
  var progress = ProgressMode.auto

  /// nil where nothing is to be shown; a log for machines is never mixed with it.
  func display(_ format: LogFormat) -> ProgressDisplay? {
    guard progress != .never, format == .text else { return nil }
    if Terminal.errors.canRedraw { return ProgressDisplay(.live(Terminal.errors)) }
    return progress == .always ? ProgressDisplay(.lines) : nil
  }
}
