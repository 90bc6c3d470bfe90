# Set KARTA_URL to your Karta server and KARTA_API_KEY to a key with read and write access.
import json
import os
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

depot = [106.8272, -6.1754]
problem = {
    "vehicles": [{"id": 1, "start": depot, "end": depot, "time_window": [32400, 61200]}],
    "jobs": [
        {"id": 1, "location": [106.8231, -6.1908], "service": 300},
        {"id": 2, "location": [106.8456, -6.2088], "service": 300, "time_windows": [[36000, 39600]]},
    ],
}
request = Request(
    os.environ["KARTA_URL"] + "/v1/optimize?time_limit_seconds=1",
    method="POST",
    headers={
        "Authorization": "Bearer " + os.environ["KARTA_API_KEY"],
        "Content-Type": "application/json",
    },
    data=json.dumps(problem).encode(),
)

try:
    with urlopen(request) as response:
        reply = json.load(response)
except HTTPError as error:
    problem = json.load(error)
    sys.exit(problem.get("detail", problem["title"]))

if response.status == 200:
    print(reply["summary"]["routes"], reply["summary"]["unassigned"])
else:
    print("Not done yet. Check " + response.headers["Location"] + " later.")
