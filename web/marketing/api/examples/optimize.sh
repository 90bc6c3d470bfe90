#!/bin/sh
# Set KARTA_URL to your Karta server and KARTA_API_KEY to a key with read and write access.
set -eu

# Prints a text field from the reply.
field() {
  printf '%s' "$reply" | sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'
}

# Prints a number from the plan's summary.
summary() {
  printf '%s' "$reply" | sed -n 's/.*"summary":{[^}]*"'"$1"'":\([0-9]*\).*/\1/p'
}

if reply=$(
  curl --silent --show-error --fail-with-body "$KARTA_URL/v1/optimize?time_limit_seconds=1" \
    --header "Authorization: Bearer $KARTA_API_KEY" \
    --header 'Content-Type: application/json' \
    --data '{
      "vehicles": [
        {"id": 1, "start": [106.8272, -6.1754], "end": [106.8272, -6.1754], "time_window": [32400, 61200]}
      ],
      "jobs": [
        {"id": 1, "location": [106.8231, -6.1908], "service": 300},
        {"id": 2, "location": [106.8456, -6.2088], "service": 300, "time_windows": [[36000, 39600]]}
      ]
    }'
); then
  case $reply in
    '{"code":0'*) echo "$(summary routes) $(summary unassigned)" ;;
    *) echo "Not done yet. Check /v1/operations/$(field id) later." ;;
  esac
else
  field title >&2
  exit 1
fi
