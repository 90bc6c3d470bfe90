#!/bin/sh
# Run it with the file of a problem. KARTA_URL is the address of Karta, KARTA_API_KEY a key with access to read and write.
set -eu

# Prints one text field of the reply.
field() {
  printf '%s' "$reply" | sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'
}

# Calls the API; the reply, or why there is none.
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
