import Glibc

/// Tests whether an IP address belongs to the public internet (RFC 6890 and IANA's registries of
/// special-purpose addresses).
enum AddressPolicy {
  /// Whether an IPv4 address is global unicast.
  static func isPublic(v4 address: UInt32) -> Bool {
    !specialV4.contains { address >> (32 - $0.bits) == $0.prefix >> (32 - $0.bits) }
  }

  /// Whether an IPv6 address is global unicast. For an IPv4-mapped or NAT64 address, the embedded
  /// IPv4 address is tested.
  ///
  /// - Parameter bytes: The 16 bytes of an address.
  static func isPublic(v6 bytes: [UInt8]) -> Bool {
    guard bytes.count == 16 else { return false }
    let low = bytes[12...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    let nat64: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
    if bytes.starts(with: mapped) || bytes.starts(with: nat64) { return isPublic(v4: low) }
    // Only 2000::/3 is global unicast, which excludes ::, ::1, fc00::/7, fe80::/10 and ff00::/8.
    guard bytes[0] & 0xE0 == 0x20 else { return false }
    let high = bytes[..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return !specialV6.contains { high >> (32 - $0.bits) == $0.prefix >> (32 - $0.bits) }
  }

  /// Whether an address in text form is public. A zone such as `%eth0` is ignored.
  static func isPublic(text: String) -> Bool {
    let text = String(text.prefix { $0 != "%" })
    var v4 = in_addr()
    if inet_pton(AF_INET, text, &v4) == 1 {
      return isPublic(v4: UInt32(bigEndian: v4.s_addr))
    }
    var v6 = [UInt8](repeating: 0, count: 16)
    return inet_pton(AF_INET6, text, &v6) == 1 && isPublic(v6: v6)
  }

  private struct Block {
    let prefix: UInt32
    let bits: UInt32

    init(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ bits: UInt32, last: UInt32 = 0) {
      prefix = a << 24 | b << 16 | c << 8 | last
      self.bits = bits
    }
  }

  private static let specialV4 = [
    Block(0, 0, 0, 8), Block(10, 0, 0, 8), Block(100, 64, 0, 10), Block(127, 0, 0, 8),
    Block(169, 254, 0, 16), Block(172, 16, 0, 12), Block(192, 0, 0, 24), Block(192, 0, 2, 24),
    Block(192, 88, 99, 24), Block(192, 168, 0, 16), Block(198, 18, 0, 15), Block(198, 51, 100, 24),
    Block(203, 0, 113, 24), Block(224, 0, 0, 4), Block(240, 0, 0, 4),
  ]

  /// Special blocks of 2000::/3: IETF protocols with Teredo, documentation, 6to4 (a tunnel to any
  /// IPv4 address).
  private static let specialV6 = [
    Block(0x20, 0x01, 0x00, 23), Block(0x20, 0x01, 0x0D, 32, last: 0xB8),
    Block(0x20, 0x02, 0, 16), Block(0x3F, 0xFF, 0, 20),
  ]
}
