#!/usr/bin/env python3
"""Uses the page with the keyboard only, and checks its printouts: keyboard.py CHROMIUM FOLDER WIDTH HEIGHT

FOLDER contains index.html with the functions of look.js. The browser's DevTools protocol sends real key
events, so the result is that of a person. Prints a report as JSON.
"""
import json
import os
import subprocess
import sys

chromium, folder, width, height = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])


class Browser:
    def __init__(self):
        # The browser reads messages from descriptor 3 and writes them to 4, each with a trailing zero byte.
        reading, self.writing = os.pipe()
        self.reading, writing = os.pipe()
        for end in (reading, writing):
            os.set_inheritable(end, True)
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$0" "$@" 3<&{reading} 4>&{writing}', chromium, "--headless=new", "--no-sandbox",
             "--disable-gpu", "--remote-debugging-pipe", f"--user-data-dir={folder}/profile-keyboard",
             "--force-prefers-reduced-motion", "--accept-lang=en-GB", "about:blank"],
            pass_fds=(reading, writing), stderr=subprocess.DEVNULL)
        self.buffer, self.number, self.session = b"", 0, None
        page = next(one for one in self("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = self("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]

    def __call__(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writing, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                chunk = os.read(self.reading, 1 << 16)
                if not chunk:
                    sys.exit("the browser exited")
                self.buffer += chunk
            line, self.buffer = self.buffer.split(b"\0", 1)
            answer = json.loads(line)
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]

    def see(self, expression):
        result = self("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            sys.exit(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def press(self, key, code, text=None):
        event = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        if text:
            event["text"] = text
        self("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **event)
        self("Input.dispatchKeyEvent", type="keyUp", **event)

    def tab(self, condition):
        """Presses Tab until the focused element meets a condition. Returns the number of presses."""
        for count in range(1, 80):
            self.press("Tab", 9)
            if self.see(f"(() => {{ const at = document.activeElement; return Boolean({condition}); }})()"):
                return count
        sys.exit(f"Tab did not reach {condition}")

    def enter(self):
        self.press("Enter", 13, "\r")
        self.see("rest(300)")


browser = Browser()
browser("Page.enable")
browser("Emulation.setFocusEmulationEnabled", enabled=True)
browser("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
browser("Page.navigate", url=f"file://{folder}/index.html?clock=2026-03-03T12:00:00%2B08:00")
browser.see("new Promise((done) => { const wait = () => document.querySelector('.item a') ? done() : setTimeout(wait, 50); wait(); })")
seen = {"width": browser.see("innerWidth")}

browser.tab("at.matches('.skip')")
seen["skip"] = browser.see("document.activeElement.getBoundingClientRect().width > 1")
browser.tab("at.id === 'UI_text'")
browser("Input.insertText", text="jazz")
browser.see("rest(300)")
seen["found"] = browser.see("titles()")
browser.tab("at.dataset.event === 'jazz-night'")
seen["outline"] = browser.see("getComputedStyle(document.activeElement, '::after').outlineStyle")
browser.enter()
seen["opened"] = browser.see("[detail().querySelector('h2').textContent, document.activeElement.id]")
browser.see("URL.createObjectURL = (blob) => { window.made = blob; return '#UI_calendar'; }; 0")
browser.tab("at.matches('.primary') && at.textContent === 'Add to calendar'")
browser.enter()
seen["calendar"] = browser.see("window.made.text()")
browser.press("Escape", 27)
browser.see("rest(100)")
seen["returned"] = browser.see("document.activeElement.dataset.event")
browser.enter()

# Print the open event, then the list. Paper is white even if the screen is dark.
dark = [{"name": "prefers-color-scheme", "value": "dark"}]
for name in ("event", "list"):
    browser("Emulation.setEmulatedMedia", media="print", features=dark)
    browser.see("dispatchEvent(new Event('beforeprint')); 0")
    seen[name] = browser.see("""({
      texts: all('h2, h3').filter(isVisible).map((one) => one.textContent),
      controls: all('button:not(.link), input, select, #UI_map, .buttons, .controls').filter(isVisible).map((one) => one.id || one.className),
      ground: getComputedStyle(document.querySelector('.panel')).backgroundColor, pale: pale(),
    })""")
    browser("Emulation.setEmulatedMedia", media="", features=[])
    browser.press("Escape", 27)
    browser.see("rest(100)")
seen["errors"] = browser.see("seen.errors")
browser("Page.navigate", url=f"file://{folder}/event/jazz-night.html")
seen["cut"] = browser.see("""new Promise((done) => {
  const look = () => {
    if (!location.pathname.endsWith('night.html') || document.readyState !== 'complete') { setTimeout(look, 50); return; }
    const cut = (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
    const blocks = [document.documentElement, ...document.querySelectorAll('main, main > *, li, dt, dd')];
    done(blocks.filter((one) => one !== document.documentElement || one.scrollWidth > innerWidth).filter(cut).map((one) => one.outerHTML.slice(0, 80)));
  };
  look();
})""")
print(json.dumps(seen))
browser.process.kill()
browser.process.wait()
