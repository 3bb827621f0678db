import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { jsonSchema, streamText, tool } from 'ai'
import { compatibleModel } from '../../architect/turns/models/compatible-model.ts'
import { modelTools } from '../../architect/turns/tools/model-tools.ts'
import { chatCall, chatEnd, chunk, ModelUpstream, streaming } from '../servers/model-upstream.ts'
import { stepRequest } from '../servers/step-requests.ts'
import { machine, rounded, writeResults } from './results.ts'

/** Steps of each measure, after ten that are not counted. */
const STEPS = 100
/** Parts of an answer. */
const PARTS = 300
const tools = modelTools({ takesImages: true })
const events = [
  ...Array.from({ length: PARTS }, () => chunk({ content: 'hello ' })),
  chatCall(0, 'call_1', 'get_scene', '{}'),
  chatEnd('tool_calls', { prompt_tokens: 9_000, completion_tokens: 300 }),
]
const upstream = await ModelUpstream.open(streaming(...events))
const name = 'm'
const model = compatibleModel({
  kind: 'openai-compatible',
  name,
  url: upstream.url,
  key: null,
  models: { low: name, medium: name, high: name, pro: name },
  takesImages: true,
})
const sdkTools = Object.fromEntries(
  tools.map(({ name, description, inputSchema }) => [
    name,
    tool({ description, inputSchema: jsonSchema(inputSchema) }),
  ]),
)
const sdkModel = createOpenAICompatible({ name, baseURL: upstream.url })(name)

async function readRaw(): Promise<void> {
  const answer = await fetch(`${upstream.url}/chat/completions`, { method: 'POST', body: '{}' })
  await answer.text()
}
async function readStreamText(): Promise<void> {
  const { fullStream } = streamText({
    model: sdkModel,
    tools: sdkTools,
    prompt: 'x',
    maxRetries: 0,
  })
  for await (const _ of fullStream);
}

const result = {
  machine: machine(),
  tools: tools.length,
  parts: PARTS,
  cpu_ms_a_step: {
    // The endpoint is in the same process: its work is in all three.
    endpoint_alone: await measure(readRaw),
    ours: await measure(() => model.answer(stepRequest({ tools }))),
    stream_text: await measure(readStreamText),
  },
}
console.log(JSON.stringify(result, null, 2))
writeResults('architect-model', result)
await upstream.close()

/** Processor time of a step, which depends less on what else the machine does than its time. */
async function measure(step: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 10; warm++) await step()
  const before = process.cpuUsage()
  for (let steps = 0; steps < STEPS; steps++) await step()
  const { user, system } = process.cpuUsage(before)
  return rounded((user + system) / 1_000 / STEPS, 1)
}
