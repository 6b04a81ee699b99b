/// The text of HTML while `HTMLQuickReader` reads it, laid out as `HTMLTextWriter` lays it out.
struct HTMLQuickText {
  private var sink: ByteSink
  private var breaks = 0
  /// Whether white space was met since the last sign.
  var hasSpace = false
  private var hasBullet = false
  private var lists = 0

  init(_ sink: ByteSink) { self.sink = sink }

  var text: String { sink.text }
  var isFull: Bool { sink.isFull }

  @inline(__always)
  mutating func append(_ byte: UInt8) { sink.append(byte) }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { sink.append(bytes) }

  mutating func layStart(_ element: HTMLQuickElement) {
    switch element.layout {
    case .none: break
    case .lineBreak: breaks = min(breaks + 1, 2)
    case .item:
      breaks = lists > 0 ? 1 : max(breaks, 1)
      hasBullet = true
    case .list:
      lists += 1
      separate(1)
    case .cell: hasSpace = true
    case .paragraph: separate(2)
    case .line: separate(1)
    }
  }

  mutating func layEnd(_ element: HTMLQuickElement) {
    switch element.layout {
    case .none: break
    case .lineBreak: breaks = min(breaks + 1, 2)
    case .item:
      hasBullet = false
      separate(1)
    case .list:
      lists = max(lists - 1, 0)
      separate(lists == 0 ? 2 : 1)
    case .cell: hasSpace = true
    case .paragraph: separate(2)
    case .line: separate(1)
    }
  }

  private mutating func separate(_ count: Int) {
    if !hasBullet { breaks = max(breaks, count) }
  }

  /// Writes the white space that stands before what comes now.
  mutating func flush() {
    guard hasSpace || breaks > 0 || hasBullet else { return }
    if sink.count > 0 {
      if breaks > 0 {
        sink.append(0x0A)
        if breaks > 1 { sink.append(0x0A) }
      } else if hasSpace {
        sink.append(0x20)
      }
    }
    if hasBullet {
      sink.append(UInt8(ascii: "-"))
      sink.append(0x20)
    }
    breaks = 0
    hasSpace = false
    hasBullet = false
  }
}
