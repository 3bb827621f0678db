import { readFileSync } from 'node:fs'
import OpenAI from 'openai'

const { ARCHITECT_URL, ARCHITECT_KEY, PROJECT } = process.env
const client = new OpenAI({
  baseURL: `${ARCHITECT_URL}/v1`,
  apiKey: ARCHITECT_KEY,
  defaultHeaders: { 'X-Svc-Project': PROJECT },
})

const picture = readFileSync('plan.png').toString('base64')
const turn = await client.responses.create({
  model: 'architect',
  input: [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Draw the kitchen of this plan.' },
        { type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${picture}` },
      ],
    },
  ],
})
console.log(turn.output_text)
