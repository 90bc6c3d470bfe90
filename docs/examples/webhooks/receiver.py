"""A receiver of Karta's webhooks. Start it with the secret: WEBHOOK_SECRET=whsec_… python3 receiver.py"""
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "").removeprefix("whsec_"))
MOST_SECONDS_OFF = 300
seen = set()


def is_genuine(headers, body):
    """Whether the headers show that Karta sent this body, a moment ago."""
    message_id, at = headers.get("webhook-id"), headers.get("webhook-timestamp", "")
    if not message_id or not at.isdigit() or abs(time.time() - int(at)) > MOST_SECONDS_OFF:
        return False
    signed = f"{message_id}.{at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
    # There are two signatures for a while after the secret was changed.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(each.encode(), expected.encode()) for each in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        self.send_response(204 if genuine else 401)
        self.end_headers()
        message_id = self.headers.get("webhook-id")
        if not genuine or message_id in seen:
            return
        # A real receiver keeps the ids in its database, together with what it does.
        seen.add(message_id)
        event = json.loads(body)
        print(event["type"], event["data"].get("id", ""), flush=True)

    def log_message(self, *_):
        pass


server = HTTPServer(("", int(os.environ.get("PORT", "8787"))), Receiver)
print(f"ready on {server.server_port}", flush=True)
server.serve_forever()
