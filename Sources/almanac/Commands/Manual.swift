import ArgumentParser

extension Almanac {
  struct Manual: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the manual page, for man(1).",
      discussion: """
        It is made of what the commands say of themselves; 'make install' installs it. Completions \
        for a shell come from --generate-completion-script bash, zsh or fish.

        Example: almanac manual | man -l -
        """)

    func run() throws {
      try StandardStream.write(line: try ManualPage(of: Almanac.self).text)
    }
  }
}
