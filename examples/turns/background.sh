id=$(curl -sS "$ARCHITECT_URL/v1/responses" \
  -H "Authorization: Bearer $ARCHITECT_KEY" \
  -H "X-Svc-Project: $PROJECT" \
  -H 'Content-Type: application/json' \
  -d '{ "model": "architect", "input": "Add a kitchen of 4 by 3 m.", "background": true }' |
  grep -o 'resp_[A-Za-z0-9]*' | head -n 1)

while
  curl -sS -o turn.json "$ARCHITECT_URL/v1/responses/$id?include=svc.tool_calls" \
    -H "Authorization: Bearer $ARCHITECT_KEY"
  grep -qE '"status":"(queued|in_progress)"' turn.json
do
  sleep 2
done
cat turn.json
