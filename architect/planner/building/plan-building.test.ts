import { expect, test } from 'vitest'
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
