#!/bin/sh
# Run it with the id of a delivery. KARTA_URL is the address of Karta, KARTA_API_KEY a key.
set -eu

# Prints one text field of the reply.
field() {
  printf '%s' "$reply" | sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'
}

if reply=$(
  curl --silent --show-error --fail-with-body "$KARTA_URL/v1/deliveries/$1" \
    --header "Authorization: Bearer $KARTA_API_KEY"
); then
  echo "$(field id) $(field status)"
else
  field title >&2
  exit 1
fi
