"""Opens sealed payloads without affix, by what is written in the guide: open_envelopes.py FILE."""
import base64
import json
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def opened(payload, keys, topic, now):
    """The payload as it was before it was sealed; None when it does not open."""
    envelope = payload["sealed"]
    if envelope["v"] != 1 or envelope["kid"] not in keys or now > envelope["exp"]:
        return None
    data = f"affix.sealed.1\n{envelope['kid']}\n{topic}\n{envelope['exp']}".encode()
    box = base64.b64decode(envelope["box"], validate=True)
    try:
        inner = json.loads(AESGCM(base64.b64decode(keys[envelope["kid"]])).decrypt(box[:12], box[12:], data))
    except InvalidTag:
        return None
    clear = {name: value for name, value in payload["aps"].items() if name != "alert"}
    return {**inner, "aps": {**clear, **inner["aps"]}}


with open(sys.argv[1], encoding="utf-8") as file:
    vectors = json.load(file)["vectors"]
wrong = [
    vector["name"]
    for vector in vectors
    if opened(vector["payload"], vector["keys"], vector["topic"], vector["now"]) != vector["opened"]
]
print(f"{len(vectors) - len(wrong)} of {len(vectors)} open as they should")
sys.exit("\n".join(wrong) if wrong else 0)
