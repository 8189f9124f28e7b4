"""A headless Chromium that is told what to do over a pipe, by the Chrome DevTools Protocol; no port, no library."""
import fcntl, json, os, shutil, signal, subprocess, tempfile, time


class Browser:
    """One page in a browser of its own, which can reach 127.0.0.1 and nothing else."""

    def __init__(self):
        program = shutil.which("chromium")
        if not program:
            raise SystemExit("there is no chromium; scripts/setup --tests installs it")
        self.folder = tempfile.mkdtemp(prefix="affix-chromium-")
        self.number, self.events, self.pieces = 0, [], b""
        # Above the numbers 3 and 4, which the browser reads from and writes to.
        def pipe():
            return [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in os.pipe()]
        theirs, self.out = pipe()
        self.inlet, theirs_out = pipe()
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--remote-debugging-pipe", f"--user-data-dir={self.folder}",
             "--no-first-run", "--no-default-browser-check", "--disable-background-networking", "--disable-sync",
             "--disable-component-update", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
             "--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "about:blank"],
            preexec_fn=lambda: (os.dup2(theirs, 3), os.dup2(theirs_out, 4)), pass_fds=(3, 4),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(theirs), os.close(theirs_out)
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "DOM", "Network"):
            self.call(domain + ".enable")

    def close(self):
        # The group is the one that was started here.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def read(self):
        while b"\0" not in self.pieces:
            more = os.read(self.inlet, 1 << 20)
            if not more:
                raise AssertionError("the browser has gone")
            self.pieces += more
        piece, self.pieces = self.pieces.split(b"\0", 1)
        return json.loads(piece)

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def run(self, script):
        """The value of an expression."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{script}: {answer['exceptionDetails'].get('exception', {}).get('description')}")
        return answer["result"].get("value")

    def wait(self, script, seconds=20):
        """Waits until an expression is true."""
        end = time.monotonic() + seconds
        while not (value := self.run(script)):
            if time.monotonic() > end:
                raise AssertionError(f"never came true: {script}; status: {self.run('document.getElementById(`status`)?.textContent')}")
            time.sleep(0.03)
        return value

    def size(self, width, height, look="light", motion="no-preference"):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": look}, {"name": "prefers-reduced-motion", "value": motion}])

    def key(self, name, shift=False):
        codes = {"Tab": 9, "Enter": 13, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        text = {"Enter": "\r", " ": " "}.get(name, "")
        for kind in ("keyDown" if text else "rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code="Space" if name == " " else name,
                      windowsVirtualKeyCode=codes[name], modifiers=8 if shift else 0,
                      **({"text": text} if text and kind == "keyDown" else {}))

    def type(self, text):
        self.call("Input.insertText", text=text)

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=0 if kind == "mouseReleased" else 1,
                  clickCount=1)

    def drop(self, path, x, y):
        data = {"items": [], "files": [path], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def choose(self, selector, path):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[path])

    def picture(self, path):
        import base64
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        answer = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        with open(path, "wb") as file:
            file.write(base64.b64decode(answer["data"]))

    def complaints(self):
        """What the console said: errors, exceptions and violations of the policy since it was asked last."""
        self.run("0")
        found = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(str(parameters["exceptionDetails"]))
            elif event.get("method") == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                found.append(str(parameters["args"]))
            elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append(parameters["entry"]["text"] + " " + parameters["entry"].get("url", ""))
        self.events = [event for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        return found

    def requests(self):
        """The addresses that were asked."""
        return [event["params"]["request"]["url"] for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]
