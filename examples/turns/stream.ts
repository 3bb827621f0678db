import OpenAI from 'openai'

const { ARCHITECT_URL, ARCHITECT_KEY, PROJECT } = process.env
const client = new OpenAI({
  baseURL: `${ARCHITECT_URL}/v1`,
  apiKey: ARCHITECT_KEY,
  defaultHeaders: { 'X-Svc-Project': PROJECT },
})

const stream = await client.responses.create({
  model: 'architect',
  input: 'Add a kitchen of 4 by 3 m with a door.',
  stream: true,
})
let id = ''
let last = 0
for await (const event of stream) {
  last = event.sequence_number
  if (event.type === 'response.created') id = event.response.id
  // As if the connection was lost: the turn goes on.
  if (event.type === 'response.in_progress') break
}

const rest = await client.responses.retrieve(id, { stream: true, starting_after: last })
for await (const event of rest) {
  if (event.type === 'response.reasoning_summary_text.done') console.log(`- ${event.text}`)
  if (event.type === 'response.output_text.done') console.log(event.text)
  if (event.type === 'response.completed') console.log(event.response.status)
}
