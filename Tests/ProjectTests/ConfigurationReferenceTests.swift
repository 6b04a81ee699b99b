import AlmanacTestSupport
import Foundation
import Testing

/// Tests that `docs/configuration/` and the project's own files match the configuration schemas.
@Suite struct ConfigurationReferenceTests {
  private static func python(_ arguments: [String]) throws -> Program.Answer {
    try Program.run(URL(filePath: "/usr/bin/env"), ["python3"] + arguments)
  }

  private static let canValidate =
    (try? python(["-c", "import jsonschema, yaml"]))?.code == 0

  @Test("The tables of keys match the schemas")
  func tables() throws {
    let answer = try Self.python([ProjectFiles.url("docs/tables.py").path, "--check"])
    #expect(answer.code == 0, "\(answer.errors)")
  }

  @Test(
    "The project's own files and the page's examples are valid against the schemas",
    .enabled(if: canValidate, "python3 has no jsonschema and yaml"))
  func validates() throws {
    let script = """
      import glob, json, os, re, sys, yaml
      from jsonschema import Draft202012Validator as Validator
      root, bad, count = sys.argv[1], [], 0
      def check(text, name, kind):
          global count
          schema = json.load(open(f"{root}/config/schema/{kind}.schema.json"))
          Validator.check_schema(schema)
          count += 1
          for error in Validator(schema).iter_errors(yaml.safe_load(text)):
              bad.append(f"{name}: {error.json_path}: {error.message[:200]}")
      for file in glob.glob(f"{root}/config/*.yaml") + glob.glob(f"{root}/feeds/*/feed.yaml"):
          check(open(file).read(), file, os.path.basename(file)[:-5])
      for page in glob.glob(f"{root}/docs/configuration/*.md"):
          for block in re.findall(r"```yaml\\n(# \\S+/(\\w+)\\.yaml\\n.*?)```", open(page).read(), re.S):
              check(block[0], block[0].split("\\n")[0], block[1])
      print(count)
      sys.exit("\\n".join(bad) or 0)
      """
    let answer = try Self.python(["-c", script, ProjectFiles.root.path])
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(Int(answer.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 22)
  }
}
