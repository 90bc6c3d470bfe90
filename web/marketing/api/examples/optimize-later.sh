#!/bin/sh
# Pass it the path of a problem file. Set KARTA_URL to your Karta server and KARTA_API_KEY to a key with read and write access.
set -eu

# Prints a text field from the reply.
field() {
  printf '%s' "$reply" | sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'
}

# Calls the API and keeps the reply, or prints the error and exits.
ask() {
  if ! reply=$(curl --silent --show-error --fail-with-body --header "Authorization: Bearer $KARTA_API_KEY" "$@"); then
    field title >&2
    exit 1
  fi
}

ask "$KARTA_URL/v1/optimize" --header 'Content-Type: application/json' --header 'Prefer: respond-async' --data-binary "@$1"

while [ -z "$(field finished_at)" ]; do
  sleep 1
  ask "$KARTA_URL/v1/operations/$(field id)"
done

echo "$(field status) $(printf '%s' "$reply" | sed -n 's/.*"summary":{[^}]*"routes":\([0-9]*\).*/\1/p')"
