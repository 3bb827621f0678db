import { expect, test } from 'vitest'
import { modelAnswer, stepRequest } from '../../../tests/servers/step-requests.ts'
import type { PlanRequest, TurnPlan } from '../../planner/plan-turn.ts'
import { ArchitectError } from '../../projects/architect-error.ts'
import { asData } from '../prompts/fenced-text.ts'
import { PlannerModel } from './planner-model.ts'
import { type ModelMessage, NO_USAGE } from './step-model.ts'

const user = (text: string, more: object = {}): ModelMessage => ({
  role: 'user',
  text,
  images: [],
  ...more,
})
const tool = (name: string, fields: object = {}): ModelMessage => ({
  role: 'tool',
  call: { id: 'call_0', tool: name, arguments: '{}' },
  output: asData('tool_output', '{"ok":true}'),
  hasFailed: false,
  images: [],
  ...fields,
})
const refused = (name: string, message: string) =>
  tool(name, {
    hasFailed: true,
    output: asData('tool_output', JSON.stringify({ error: { code: 'x', message } })),
  })

const PLAN: TurnPlan = {
  lines: ['Read: Add a window', 'Tried: add_window'],
  calls: [{ tool: 'add_window', arguments: { zoneId: 'zone_1' } }],
  reply: 'Added a window.',
  question: null,
}

/** A model whose plans a test states, and the requests for plans that it made. */
function planner(...plans: (TurnPlan | Error)[]) {
  const requests: PlanRequest[] = []
  const model = new PlannerModel({
    async plan(request) {
      requests.push(request)
      const plan = plans[Math.min(requests.length, plans.length) - 1]
      if (plan instanceof Error) throw plan
      return plan
    },
  })
  const answer = (...messages: ModelMessage[]) => model.answer(stepRequest({ messages }))
  return { requests, answer }
}

test('the first answer requests the calls of the plan, with a line for each thought', async () => {
  const { answer, requests } = planner(PLAN)
  const first = await answer(user(`${asData('earlier_messages', 'user: hi')}\n\nAdd a window`))
  expect(first).toMatchObject({
    text: '',
    reasoning: 'Read: Add a window\nTried: add_window',
    calls: [{ id: 'call_0', tool: 'add_window', arguments: '{"zoneId":"zone_1"}' }],
    usage: NO_USAGE,
  })
  // What others wrote is no request.
  expect(requests[0]).toMatchObject({ text: 'Add a window', former: [], lot: null })
})

test('the reply follows the calls, and a note of the check is added to it', async () => {
  const { answer } = planner(PLAN)
  const first = await answer(user('Add a window'))
  const made: ModelMessage[] = [
    user('Add a window'),
    { role: 'model', answer: first },
    tool('add_window'),
  ]
  const reply = await answer(...made)
  expect(reply).toMatchObject({ text: 'Added a window.', calls: [] })
  const note = user(`New errors.\n${asData('findings', '{}')}`, { isNote: true })
  const last = await answer(...made, { role: 'model', answer: reply }, note)
  expect(last.text).toMatch(/^Added a window\.\n\nThe check of the building has new errors/)
})

test('earlier turns are requests with their replies', async () => {
  const { answer, requests } = planner(PLAN)
  await answer(
    user('Draw a house'),
    { role: 'model', answer: modelAnswer({ text: 'Done.' }) },
    user('Undo that'),
  )
  expect(requests[0].former).toEqual([{ request: 'Draw a house', reply: 'Done.' }])
})

test('a question is a call that ends the turn', async () => {
  const question = { text: 'Which bedroom?', options: ['North', 'South'] }
  const { answer } = planner({ ...PLAN, calls: [], reply: '', question })
  const { calls } = await answer(user('Add a window to the bedroom'))
  expect(calls).toEqual([
    {
      id: 'call_0',
      tool: 'ask_question',
      arguments: '{"question":"Which bedroom?","options":["North","South"]}',
    },
  ])
})

test('where nothing was done yet, a building that others have changed is planned anew', async () => {
  const { answer, requests } = planner(PLAN)
  const messages = [
    user('Add a window'),
    { role: 'model', answer: await answer(user('x')) } as const,
  ]
  const again = await answer(...messages, refused('add_window', 'There is no zone_1.'))
  expect(again.calls).toHaveLength(1)
  expect(requests).toHaveLength(2)
})

test('where a part was done, the reply states what was refused', async () => {
  const { answer, requests } = planner(PLAN)
  const first = await answer(user('Add a window'))
  const reply = await answer(
    user('Add a window'),
    { role: 'model', answer: first },
    tool('add_window'),
    refused('move_wall', 'There is no wall_3.'),
  )
  expect(reply.text).toMatch(/Somebody else changed the building .* move wall was refused/)
  expect(requests).toHaveLength(1)
})

test('an undo with nothing to undo is stated as it is', async () => {
  const undo = { ...PLAN, calls: [{ tool: 'undo', arguments: { turns: 1 } }], reply: 'Undone.' }
  const { answer } = planner(undo)
  const messages: ModelMessage[] = [user('Undo that')]
  for (let tries = 0; tries < 3; tries++)
    messages.push(
      { role: 'model', answer: await answer(...messages) },
      refused('undo', 'There is no edit left to undo.'),
    )
  expect((await answer(...messages)).text).toBe('There is no edit left to undo.')
})

test.each([
  [new ArchitectError('service_unavailable', '32 plans are waiting already.'), 'busy'],
  [new ArchitectError('limit_exceeded', 'The plan was not ready within 60 s.'), 'invalid'],
])('%s is a failure of the model', async (error, reason) => {
  const { answer } = planner(error)
  await expect(answer(user('Add a window'))).rejects.toMatchObject({
    name: 'ModelFailure',
    reason,
    message: error.message,
  })
})
