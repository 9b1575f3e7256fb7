"""A server of the chat-completions protocol for tests: it fails, stalls and answers prose."""

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class ChatServer(ThreadingHTTPServer):
    """Answers with what `say` returns for a request and the number of times it was asked so.

    `say` returns a text, a status, (status, headers), bytes that are sent as they are, or a
    number of seconds to stall. `asked` are the requests, `keys` what was sent as authorization.
    """

    daemon_threads = True

    def __init__(self, say):
        super().__init__(("127.0.0.1", 0), Handler)
        self.say, self.asked, self.keys = say, [], []
        self.times, self.lock, self.at_once, self.most = {}, threading.Lock(), 0, 0

    @property
    def address(self):
        """The address to ask."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request, client_address):
        """Clients that went away are no news."""


class Handler(BaseHTTPRequestHandler):
    """One request."""

    def do_POST(self):
        """Read a request and do as the server says."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = body["messages"][-1]["content"]
        server = self.server
        with server.lock:
            server.asked.append(body)
            server.keys.append(self.headers.get("Authorization"))
            times = server.times[text] = server.times.get(text, 0) + 1
            server.at_once += 1
            server.most = max(server.most, server.at_once)
        try:
            self.answer(server.say(text, times), body)
        except OSError:
            pass
        finally:
            with server.lock:
                server.at_once -= 1

    def answer(self, said, body):
        """Send what was said."""
        if isinstance(said, float):
            time.sleep(said)
            said = "{}"
        if isinstance(said, int):
            said = (said, {})
        if isinstance(said, tuple):
            self.send_response(said[0])
            for name, value in said[1].items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if isinstance(said, str):
            message = {"role": "assistant", "content": said}
            said = json.dumps({
                "model": f"{body['model']}-1",
                "choices": [{"message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10},
            }).encode()  # fmt: skip
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_):
        """Say nothing."""


@contextmanager
def serving(say):
    """Serve as long as the block lasts."""
    server = ChatServer(say)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
