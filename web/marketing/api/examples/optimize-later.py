# Pass it the path of a problem file. Set KARTA_URL to your Karta server and KARTA_API_KEY to a key with read and write access.
import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

url = os.environ["KARTA_URL"] + "/v1"
key = {"Authorization": "Bearer " + os.environ["KARTA_API_KEY"]}


def ask(path, data=None, **headers):
    try:
        with urlopen(Request(url + path, data=data, headers={**key, **headers})) as response:
            return json.load(response)
    except HTTPError as error:
        problem = json.load(error)
        sys.exit(problem.get("detail", problem["title"]))


with open(sys.argv[1], "rb") as file:
    operation = ask("/optimize", file.read(), **{"Content-Type": "application/json", "Prefer": "respond-async"})

while operation["finished_at"] is None:
    time.sleep(1)
    operation = ask("/operations/" + operation["id"])

print(operation["status"], operation["result"] and operation["result"]["summary"]["routes"])
