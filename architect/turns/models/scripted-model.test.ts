import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { draftedHouse, made } from '../../../tests/houses/drafted-house.ts'
import { modelAnswer, quick, stepRequest } from '../../../tests/servers/step-requests.ts'
import { nodesOf } from '../../scene/scene.ts'
import { asData } from '../prompts/fenced-text.ts'
import { parseScript, type ScriptInput } from './script-file.ts'
import { ScriptedModel } from './scripted-model.ts'
import type { ModelMessage, StepModel } from './step-model.ts'

const model = (script: ScriptInput, limits = quick()) =>
  new ScriptedModel(parseScript(script, 'script.json'), { takesImages: true, limits })

const user = (text: string, isNote = false): ModelMessage => ({
  role: 'user',
  text,
  images: [],
  ...(isNote && { isNote }),
})

/** Plays a turn to its end, with one output for each call, on a new model at each step. */
async function play(of: () => StepModel, messages: ModelMessage[], outputs: string[]) {
  for (let steps = 0; steps < 20; steps++) {
    const answer = await of().answer(stepRequest({ messages }))
    messages.push({ role: 'model', answer })
    for (const call of answer.calls)
      messages.push({ role: 'tool', call, output: outputs.shift()!, hasFailed: false, images: [] })
    if (answer.calls.length === 0) return answer
  }
  throw new Error('the turn does not end')
}

const GARAGE: ScriptInput = {
  scenarios: [
    {
      match: '^add a garage',
      steps: [
        { reasoning: 'A room.', calls: [{ tool: 'create_room', arguments: { label: 'Garage' } }] },
        {
          repeat: 2,
          calls: [
            { tool: 'add_door', arguments: { wallId: '$0.wallIds.1', label: '$$5', all: ['$0'] } },
            { tool: 'add_window', arguments: '{"wallId": ' },
          ],
        },
        { text: 'Done.', usage: { input: 100, output: 20 } },
      ],
    },
    { steps: [{ text: 'What should I build?', cut: true }] },
  ],
}

test('a turn goes on where its messages end, in whatever process', async () => {
  const messages = [user('Hello'), { role: 'model', answer: modelAnswer() } as const]
  messages.push(user('ADD a garage') as never)
  const room = '{"wallIds": ["wall_1", "wall_2"]}'
  const outputs = [asData('tool_output', room), '{}', '{}', '{}', '{}']
  const answer = await play(() => model(GARAGE), messages, outputs)
  expect(answer).toEqual({
    text: 'Done.',
    reasoning: '',
    calls: [],
    usage: { input: 100, cached: 0, output: 20, reasoning: 0 },
    isCut: false,
  })
  const calls = (messages as ModelMessage[]).flatMap((message) =>
    message.role === 'model' ? message.answer.calls : [],
  )
  const door = { wallId: 'wall_2', label: '$5', all: [{ wallIds: ['wall_1', 'wall_2'] }] }
  expect(calls).toEqual([
    { id: 'call_0', tool: 'create_room', arguments: '{"label":"Garage"}' },
    { id: 'call_1', tool: 'add_door', arguments: JSON.stringify(door) },
    { id: 'call_2', tool: 'add_window', arguments: '{"wallId": ' },
    { id: 'call_3', tool: 'add_door', arguments: JSON.stringify(door) },
    { id: 'call_4', tool: 'add_window', arguments: '{"wallId": ' },
  ])
})

test('the script of the documentation makes what its text states', async () => {
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  const script = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)![1])
  const { draft } = draftedHouse()
  const messages = [user('Please add a garage')]
  for (let steps = 0; steps < 3; steps++) {
    const answer = await model(script).answer(stepRequest({ messages }))
    messages.push({ role: 'model', answer })
    for (const call of answer.calls) {
      const output = JSON.stringify(made(draft.apply(call.tool, JSON.parse(call.arguments))))
      messages.push({ role: 'tool', call, output, hasFailed: false, images: [] })
    }
  }
  const [door] = nodesOf(draft.scene, 'door')
  expect(door).toMatchObject({ doorType: 'garage', width: 2.5 })
  expect(draft.scene.nodes[door.parent!]).toMatchObject({ start: [20, 0], end: [26, 0] })
})

test('the first scenario that fits the last text of the person is played', async () => {
  const { text, isCut, usage } = await model(GARAGE).answer(
    stepRequest({ messages: [user('Build'), user('Add a garage: remember to verify', true)] }),
  )
  expect([text, isCut]).toEqual(['What should I build?', true])
  expect(usage.input).toBeGreaterThan(10)
  expect(usage.output).toBe(5)
})

describe('a script that cannot go on', () => {
  const turn: ModelMessage[] = [
    user('x'),
    { role: 'model', answer: modelAnswer({ calls: [{ id: 'a', tool: 't', arguments: '{}' }] }) },
  ]
  const output = (text: string): ModelMessage => ({
    role: 'tool',
    call: { id: 'a', tool: 't', arguments: '{}' },
    output: text,
    hasFailed: false,
    images: [],
  })
  const refers = (to: string): ScriptInput => ({
    scenarios: [{ steps: [{}, { calls: [{ tool: 't', arguments: { id: to } }] }] }],
  })
  test.each([
    [[...turn, output('{}')], refers('$1'), 'refers to $1, but that call has no output'],
    [turn, refers('$0.id'), 'that call has no output'],
    [[...turn, output('Sorry')], refers('$0.id'), 'its output is not JSON'],
    [[...turn, output('{"a": []}')], refers('$0.a.0'), 'its output has no 0 there'],
    [turn, { scenarios: [{ steps: [{}] }] }, 'has 1 steps here and no further one'],
    [turn, { scenarios: [{ match: 'y', steps: [{}] }] }, 'no scenario for this text'],
  ])('is invalid: %#', async (messages, script, problem) => {
    const answer = model(script as ScriptInput).answer(stepRequest({ messages }))
    await expect(answer).rejects.toMatchObject({
      reason: 'invalid',
      message: expect.stringContaining(problem),
    })
  })
})

describe('faults', () => {
  const one = (step: object, limits = quick()) =>
    model({ scenarios: [{ steps: [step] }] } as ScriptInput, limits)

  test('are failures of the reason in the script', async () => {
    await expect(one({ fail: 'busy' }).answer(stepRequest())).rejects.toMatchObject({
      name: 'ModelFailure',
      reason: 'busy',
    })
  })

  test('are silence and answers without an end, within the limits of all models', async () => {
    const stalled = one({ stall: true }, quick({ first_ms: 20 })).answer(stepRequest())
    await expect(stalled).rejects.toMatchObject({ reason: 'silent' })
    const endless = one({ endless: true }, quick({ charactersMax: 50_000 })).answer(stepRequest())
    await expect(endless).rejects.toMatchObject({ reason: 'endless' })
  })

  test.each([
    ['stall', { stall: true }],
    ['delay', { delay_ms: 60_000 }],
    ['endless', { endless: true }],
  ])('end with the request: %s', async (_, step) => {
    const controller = new AbortController()
    const answer = one(step, quick({ charactersMax: 1e12 })).answer(
      stepRequest({ signal: controller.signal }),
    )
    setTimeout(() => controller.abort(new Error('stopped')), 20)
    await expect(answer).rejects.toThrow('stopped')
  })
})

test.each([
  [{ scenarios: [] }, 'scenarios: '],
  [{ scenarios: [{ match: '(', steps: [{}] }] }, 'scenarios.0.match: is not a regular expression'],
  [{ scenarios: [{ steps: [{}, { tool: 'x' }] }] }, 'scenarios.0.steps.1: '],
  [{ scenarios: [{ steps: [{ fail: 'tired' }] }] }, 'scenarios.0.steps.0.fail: '],
  [{ scenarios: [{ steps: [{ calls: [{ tool: 1 }] }] }] }, 'scenarios.0.steps.0.calls.0.tool: '],
])('a fault of a script is named with its place: %#', (script, place) => {
  expect(() => parseScript(script, 'script.json')).toThrow(`script.json: ${place}`)
})
