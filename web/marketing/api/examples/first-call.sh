curl "$KARTA_URL/v1/deliveries" \
  --header "Authorization: Bearer $KARTA_API_KEY" \
  --json '{
    "delivery_address": "Jl. M.H. Thamrin 10, Jakarta", "scheduled_time": "2027-03-15T02:00:00.000Z"
  }'
