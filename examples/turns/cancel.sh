id=$(curl -sS "$ARCHITECT_URL/v1/responses" \
  -H "Authorization: Bearer $ARCHITECT_KEY" \
  -H "X-Svc-Project: $PROJECT" \
  -H 'Content-Type: application/json' \
  -d '{ "model": "architect", "input": "Design the whole house.", "background": true }' |
  grep -o 'resp_[A-Za-z0-9]*' | head -n 1)

curl -sS -X POST "$ARCHITECT_URL/v1/responses/$id/cancel" -H "Authorization: Bearer $ARCHITECT_KEY"
