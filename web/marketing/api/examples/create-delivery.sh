#!/bin/sh
# Set KARTA_URL to your Karta server and KARTA_API_KEY to a key with read and write access.
set -eu

# Prints a text field from the reply.
field() {
  printf '%s' "$reply" | sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'
}

# Retrying with the same Idempotency-Key does not create a second delivery.
if reply=$(
  curl --silent --show-error --fail-with-body "$KARTA_URL/v1/deliveries" \
    --header "Authorization: Bearer $KARTA_API_KEY" \
    --header 'Content-Type: application/json' \
    --header 'Idempotency-Key: order-1042' \
    --data '{
      "pickup_address": "Gudang Pusat, Jl. Industri Raya 1, Jakarta",
      "delivery_address": "Jl. M.H. Thamrin 10, Jakarta",
      "recipient_name": "Siti Rahma",
      "recipient_phone": "+628110000001",
      "scheduled_time": "2027-03-15T02:00:00.000Z"
    }'
); then
  echo "$(field id) $(field status)"
else
  field title >&2
  exit 1
fi
