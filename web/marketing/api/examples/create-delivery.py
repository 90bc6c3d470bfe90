# Set KARTA_URL to your Karta server and KARTA_API_KEY to a key with read and write access.
import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

order = {
    "pickup_address": "Gudang Pusat, Jl. Industri Raya 1, Jakarta",
    "delivery_address": "Jl. M.H. Thamrin 10, Jakarta",
    "recipient_name": "Siti Rahma",
    "recipient_phone": "+628110000001",
    "scheduled_time": "2027-03-15T02:00:00.000Z",
}
request = Request(
    os.environ["KARTA_URL"] + "/v1/deliveries",
    method="POST",
    headers={
        "Authorization": "Bearer " + os.environ["KARTA_API_KEY"],
        "Content-Type": "application/json",
        # Retrying with the same key does not create a second delivery.
        "Idempotency-Key": "order-1042",
    },
    data=json.dumps(order).encode(),
)

try:
    with urlopen(request) as response:
        delivery = json.load(response)
except HTTPError as problem:
    sys.exit(json.load(problem)["title"])

print(delivery["id"], delivery["status"])
