curl -sS "$ARCHITECT_URL/v1/responses" \
  -H "Authorization: Bearer $ARCHITECT_KEY" \
  -H "X-Svc-Project: $PROJECT" \
  -H 'Content-Type: application/json' \
  -d '{
    "model": "architect",
    "input": "Add a kitchen of 4 by 3 m with a door.",
    "metadata": { "commit_message": "A kitchen" }
  }'
