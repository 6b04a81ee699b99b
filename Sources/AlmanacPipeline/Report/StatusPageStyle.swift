/// The style of `run/status.html`, for day and night; text has a contrast of at least 4.5.
enum StatusPageStyle {
  static let text = """
    :root {
      color-scheme: light dark;
      --paper: #f4f2ec; --sheet: #fffefb; --ink: #1e2630; --soft: #56606c; --line: #dedace;
      --accent: #0b6a76; --good: #17693f; --odd: #7a5600; --bad: #a32a2a;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #10151b; --sheet: #171d25; --ink: #e7ebf0; --soft: #a2adba; --line: #2d3743;
        --accent: #5cc6cf; --good: #6fd3a0; --odd: #e2b95a; --bad: #ff9a8f;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
    }
    main { max-width: 1080px; margin: 0 auto; padding: 28px 20px 40px; }
    h1 { margin: 0; font-size: 24px; letter-spacing: -.01em; }
    h2 { margin: 0 0 8px; font-size: 17px; }
    p { margin: 0 0 8px; }
    a { color: var(--accent); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    header { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px; margin-bottom: 10px; }
    header p { margin: 0; color: var(--soft); }
    header .badge {
      padding: 1px 12px; border: 1.5px solid; border-radius: 99px; font-weight: 600;
      text-transform: capitalize;
    }
    header .good, .dot.good { color: var(--good); }
    header .odd, .dot.odd { color: var(--odd); }
    header .bad, .dot.bad { color: var(--bad); }
    .edition { overflow-wrap: anywhere; }
    .counts {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: 10px; margin: 16px 0;
    }
    .counts div {
      display: flex; flex-direction: column-reverse; padding: 10px 14px; border: 1px solid var(--line);
      border-radius: 12px; background: var(--sheet);
    }
    .counts dt { color: var(--soft); font-size: 13px; text-transform: capitalize; }
    .counts dd { margin: 0; font-size: 22px; font-weight: 600; font-variant-numeric: tabular-nums; }
    section {
      margin: 16px 0; padding: 16px 18px; border: 1px solid var(--line); border-radius: 14px;
      background: var(--sheet);
    }
    .wide { overflow-x: auto; }
    .wide + .wide { margin-top: 18px; }
    table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
    caption { padding: 4px 0; text-align: left; color: var(--soft); }
    th, td { padding: 6px 10px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
    thead th { border-top: 0; color: var(--soft); font-size: 13px; font-weight: 400; white-space: nowrap; }
    th[scope=row] { font-weight: 600; }
    th small { display: block; max-width: 60ch; color: var(--soft); font-weight: 400; overflow-wrap: anywhere; }
    td { white-space: nowrap; }
    td:last-child { white-space: normal; overflow-wrap: anywhere; }
    th.number, td.number { text-align: right; white-space: nowrap; }
    td.bar { width: 22%; min-width: 90px; padding-right: 0; }
    .bar div { min-width: 2px; height: 8px; margin-top: 7px; border-radius: 4px; background: var(--accent); }
    .dot::before {
      content: ""; display: inline-block; width: 9px; height: 9px; margin-right: 7px; border-radius: 50%;
      background: currentColor;
    }
    .dot { white-space: nowrap; }
    details { padding: 6px 0; border-top: 1px solid var(--line); }
    summary { cursor: pointer; }
    code { font: 13px/1.4 ui-monospace, "DejaVu Sans Mono", monospace; }
    ul { margin: 6px 0 4px; padding-left: 22px; color: var(--soft); overflow-wrap: anywhere; }
    li b { color: var(--ink); font-weight: 600; }
    footer { color: var(--soft); font-size: 13px; }
    """
}
