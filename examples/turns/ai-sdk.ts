import { createOpenAI } from '@ai-sdk/openai'
import { generateText } from 'ai'

const { ARCHITECT_URL, ARCHITECT_KEY, PROJECT } = process.env
const architect = createOpenAI({
  baseURL: `${ARCHITECT_URL}/v1`,
  apiKey: ARCHITECT_KEY,
  headers: { 'X-Svc-Project': `${PROJECT}` },
})

const { text, reasoningText, providerMetadata } = await generateText({
  model: architect.responses('architect'),
  prompt: 'Add a kitchen of 4 by 3 m with a door.',
  maxRetries: 0,
})
console.log(reasoningText)
console.log(text)
console.log(providerMetadata?.openai.responseId)
