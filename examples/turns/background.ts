import OpenAI from 'openai'

const { ARCHITECT_URL, ARCHITECT_KEY, PROJECT } = process.env
const client = new OpenAI({
  baseURL: `${ARCHITECT_URL}/v1`,
  apiKey: ARCHITECT_KEY,
  defaultHeaders: { 'X-Svc-Project': PROJECT },
})

let turn = await client.responses.create(
  {
    model: 'architect',
    input: 'Add a kitchen of 4 by 3 m with a door.',
    background: true,
    metadata: { commit_message: 'A kitchen', svc_max_credits: '50' },
  },
  // The option `idempotencyKey` of this client sends no header.
  { headers: { 'Idempotency-Key': crypto.randomUUID() } },
)
while (turn.status === 'queued' || turn.status === 'in_progress') {
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  turn = await client.responses.retrieve(turn.id)
}
console.log(turn.status, turn.output_text)
console.log(turn.metadata?.svc_version_label, turn.metadata?.svc_version_url)
