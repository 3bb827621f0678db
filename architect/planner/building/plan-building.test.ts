import { expect, test } from 'vitest'
import { isLongRun } from '../../../tests/long-run.ts'
import { newScene } from '../../scene/scene.ts'
import { planTurn } from '../plan-turn.ts'
import { Workbench } from '../workbench.ts'
import { planBuilding } from './plan-building.ts'

const HOUSE = 'A house with two bedrooms, a kitchen, a living room and a bathroom.'

function build(text: string, plan = 1) {
  const bench = new Workbench(newScene('New project', 'e4q8'))
  return { bench, ...planBuilding(bench, text, { plan, lot: null }) }
}

test('the reply states sizes, what was not understood, the check and the other layouts', () => {
  const { reply, lines, bench } = build(
    'A house with two bedrooms, a kitchen, a living room, a bathroom and a swimming pool, with ceilings 3 m high.',
  )
  expect(reply).toMatch(
    /^The house has [\d.]+ m² net on one storey, [\d.]+ m by [\d.]+ m outside\./,
  )
  expect(reply).toMatch(/did not understand “(a )?swimming pool”/)
  expect(reply).toMatch(/The check of the building finds no errors and no warnings\./)
  expect(reply).toMatch(/This is layout 1, with \d+ of 100 points\. I can also draw layout 2/)
  expect(lines[0]).toBe('Rooms read: Bedroom 1, Bedroom 2, Kitchen, Living room, Bathroom.')
  expect(bench.house.rooms.map(({ clearHeight }) => clearHeight)).toEqual(Array(6).fill(3))
})

test('another layout replaces the first, by its number and as the next one', () => {
  const first = build(HOUSE)
  const former = [{ request: HOUSE, reply: first.reply }]
  const second = planTurn({ scene: first.bench.scene, text: 'layout 2', former, lot: null })
  expect(second.reply).toMatch(/This is layout 2/)
  expect(second.calls.map(({ tool }) => tool)).toEqual([
    ...['delete_node', 'plan_layout', 'verify_scene', 'view_scene'],
  ])
  const third = planTurn({
    scene: first.bench.scene,
    text: 'Show me another one, please.',
    former: [...former, { request: 'layout 2', reply: second.reply }],
    lot: null,
  })
  expect(third.reply).toMatch(/This is layout 3/)
})

test('a building in place of another needs a clear answer', () => {
  const { scene } = build(HOUSE).bench
  const text = 'Design a bungalow with three bedrooms, a kitchen, a living room and a bathroom.'
  const first = planTurn({ scene, text, former: [], lot: null })
  expect(first.question?.options).toEqual(['Replace it', 'Leave it as it is'])
  expect(first.calls).toEqual([])
  const former = [
    { request: text, reply: `${first.question!.text}\n1. Replace it\n2. Leave it as it is` },
  ]
  const left = planTurn({ scene, text: 'Leave it as it is', former, lot: null })
  expect(left).toMatchObject({ calls: [], reply: expect.stringMatching(/nothing was changed/) })
  const replaced = planTurn({ scene, text: 'Replace it', former, lot: null })
  expect(replaced.reply).toMatch(/Bedroom 3/)
})

test('what is not a building is left to the rules', () => {
  const scene = newScene('New project', 'e4q8')
  const answers = ['How large is the kitchen?', 'What can you do?'].map(
    (text) => planTurn({ scene, text, former: [], lot: null }).calls,
  )
  expect(answers).toEqual([[], []])
})

const turn = (text: string, former: { request: string; reply: string }[] = []) =>
  planTurn({ scene: newScene('New project', 'e4q8'), text, former, lot: null })

test('a home of which nothing is stated leads to a question, and is built with its answer', () => {
  const { question } = turn('I need a house.')
  expect(question?.options).toHaveLength(5)
  const options = question!.options.map((option, at) => `${at + 1}. ${option}`)
  const former = [{ request: 'I need a house.', reply: [question!.text, ...options].join('\n') }]
  expect(turn('three', former).lines[0]).toMatch(/Bedroom 1, Bedroom 2, Bedroom 3/)
})

test.each([
  "Don't build anything yet. I think about a house with 3 bedrooms.",
  'I do not want a house with 3 bedrooms.',
  'My neighbour has a house with 3 bedrooms and 2 baths.',
])('nothing is built: %s', (text) => {
  expect(turn(text).calls).toEqual([])
})

const LIMITS: [string, RegExp][] = [
  ['A house with 400 bedrooms', /at most 40 rooms, and this one would have 403/],
  ['A house with 3 bedrooms on 40 floors', /at most 3 storeys.* 40/],
  ['A house with a bedroom of 0 m²', /from 0.5 to 2000 m², and the bedroom would have 0 m²/],
  ['A house 1000 m wide with 2 bedrooms', /from 3 to 200 m.* 1000 m/],
  ['A house with 2 bedrooms and a roof pitch of 89 degrees', /at most 75°.* 89°/],
  ['A house 3 m wide with a living room and two bedrooms', /do not fit into this outline/],
]

test.each(LIMITS.filter((_, nth) => isLongRun || nth % 3 === 0))(
  'limits are stated in plain words: %s',
  (text, message) => {
    const { calls, reply } = turn(text)
    expect(calls).toEqual([])
    expect(reply).toMatch(message)
  },
)

const OTHER_FIGURES: [string, RegExp][] = [
  ['A shop of 200 m² with an office and a toilet', /one main room/],
  ['A house of 1000 m² with two bedrooms', /smaller than the 1000 m² that you gave/],
  ['A hotel with a lobby and a breakfast room on two floors', /one storey, not 2/],
  ['An office: reception 5 m², three offices, a meeting room', /reception has .* not 5 m²/],
  ['A three-room flat with a kitchen and a bath', /3 rooms as one living room and 2 bedrooms/],
  ['A cabin for 6 people with a living room', /named no bedroom, kitchen or bathroom/],
]

test.each(OTHER_FIGURES.filter((_, nth) => isLongRun || nth % 3 === 0))(
  'figures that the building does not have are stated: %s',
  (text, message) => {
    expect(turn(text).reply).toMatch(message)
  },
)

test('a greatest width is no exact one', () => {
  const { bench } = build('At most 20 m wide, three bedrooms, 95 m² bungalow')
  const xs = bench.house.rooms.flatMap(({ box }) => [box.minX, box.maxX])
  expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(19)
})

test('a garage for two cars has space for both, next to each other', () => {
  const { bench } = build('A house of 160 m² on one storey with three bedrooms and a double garage')
  const garage = bench.house.rooms.find(({ type }) => type === 'garage')!
  expect(garage.area).toBeGreaterThan(27)
})
