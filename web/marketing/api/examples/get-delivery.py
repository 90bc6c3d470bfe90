# Pass it a delivery ID. Set KARTA_URL to your Karta server and KARTA_API_KEY to a key.
import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    os.environ["KARTA_URL"] + "/v1/deliveries/" + sys.argv[1],
    headers={"Authorization": "Bearer " + os.environ["KARTA_API_KEY"]},
)

try:
    with urlopen(request) as response:
        delivery = json.load(response)
except HTTPError as problem:
    sys.exit(json.load(problem)["title"])

print(delivery["id"], delivery["status"])
