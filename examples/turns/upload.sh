file=$(curl -sS "$ARCHITECT_URL/v1/files" \
  -H "Authorization: Bearer $ARCHITECT_KEY" \
  -F purpose=user_data -F file=@brief.txt |
  sed -n 's/.*"id":"\([^"]*\)".*/\1/p')

curl -sS "$ARCHITECT_URL/v1/responses" \
  -H "Authorization: Bearer $ARCHITECT_KEY" \
  -H "X-Svc-Project: $PROJECT" \
  -H 'Content-Type: application/json' \
  -d '{
    "model": "architect",
    "input": [{
      "role": "user",
      "content": [
        { "type": "input_text", "text": "Add the kitchen of this brief." },
        { "type": "input_file", "file_id": "'"$file"'" }
      ]
    }]
  }'
