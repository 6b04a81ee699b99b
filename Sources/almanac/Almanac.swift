@main
struct Almanac {
  static func main() {}
}
