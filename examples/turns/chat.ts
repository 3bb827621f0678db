import OpenAI from 'openai'

const { ARCHITECT_URL, ARCHITECT_KEY, PROJECT } = process.env
const client = new OpenAI({
  baseURL: `${ARCHITECT_URL}/v1`,
  apiKey: ARCHITECT_KEY,
  defaultHeaders: { 'X-Svc-Project': PROJECT },
})

const { choices } = await client.chat.completions.create({
  model: 'architect',
  messages: [{ role: 'user', content: 'Add a kitchen of 4 by 3 m with a door.' }],
  metadata: { commit_message: 'A kitchen' },
})
console.log(choices[0].finish_reason, choices[0].message.content)
