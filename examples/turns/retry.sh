for attempt in 1 2; do
  curl -sS "$ARCHITECT_URL/v1/responses" \
    -H "Authorization: Bearer $ARCHITECT_KEY" \
    -H "X-Svc-Project: $PROJECT" \
    -H 'Idempotency-Key: kitchen-of-house-7' \
    -H 'Content-Type: application/json' \
    -d '{ "model": "architect", "input": "Add a kitchen of 4 by 3 m.", "background": true }' |
    grep -o 'resp_[A-Za-z0-9]*' | head -n 1
done
