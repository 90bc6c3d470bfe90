#!/bin/sh
# Pass it a delivery ID. Set KARTA_URL to your Karta server and KARTA_API_KEY to a key.
set -eu

# Prints a text field from the reply.
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
