import { describe, expect, test } from 'vitest'
import { isLongRun } from '../../../tests/long-run.ts'
import { cottage } from '../../../tests/planner/cottage.ts'
import { plannedTurn } from '../../../tests/planner/planned-turn.ts'
import { houseOf } from '../house/house.ts'
import { planTurn } from '../plan-turn.ts'

const scene = cottage()
const idOf = (label: string): string =>
  houseOf(scene).rooms.find((room) => room.label === label)!.id

/** The calls of a request with the labels of rooms in place of their ids. */
function callsOf(text: string) {
  const { calls, question, reply } = planTurn({ scene, text, former: [], lot: null })
  expect(question, reply).toBeNull()
  return calls.map(({ tool, arguments: given }) => ({ tool, ...given }))
}

const swap = (a: string, b: string) => ({ tool: 'swap_rooms', zoneIds: [idOf(a), idOf(b)] })
const edit = (label: string, fields: object) => ({ tool: 'edit_room', id: idOf(label), ...fields })
const undo = (turns: number) => ({ tool: 'undo', turns })

const CALLS: [request: string, call: object][] = [
  ['Switch the bedroom with the study', swap('Bedroom', 'Study')],
  ['let the bedroom and the study trade places', swap('Bedroom', 'Study')],
  ['put the study where the bedroom is', swap('Study', 'Bedroom')],
  ['Move the study to the west side of the house.', swap('Study', 'Bedroom')],
  ['shift the bathroom by 1 ft west', { tool: 'move_room', by: [-0.3048, 0] }],
  ['Rename the study to Reading room', edit('Study', { label: 'Reading room' })],
  ['call the study "Snug"', edit('Study', { label: 'Snug' })],
  ['change the name of the study to Den', edit('Study', { label: 'Den' })],
  ['use the study as a guest room', edit('Study', { roomType: 'bedroom', label: 'Guest room' })],
  ['turn the study into a bedroom', edit('Study', { roomType: 'bedroom', label: 'Bedroom 2' })],
  ['convert the bathroom to a laundry', edit('Bathroom', { roomType: 'laundry' })],
  [
    'combine the bathroom with the study into one bathroom',
    { tool: 'merge_rooms', zoneIds: [idOf('Bathroom'), idOf('Study')], roomType: 'bathroom' },
  ],
  [
    'merge the kitchen into the living room',
    { tool: 'merge_rooms', zoneIds: [idOf('Living room'), idOf('Kitchen')] },
  ],
  [
    'delete the bathroom and give its area to the study',
    { tool: 'delete_room', zoneId: idOf('Bathroom'), into: idOf('Study') },
  ],
  ['knock through from the kitchen to the living room', { tool: 'delete_node' }],
  ['open up the kitchen to the living room', { tool: 'delete_node' }],
  [
    'push the wall between the bedroom and the bathroom half a metre west',
    { tool: 'move_wall', by: [-0.5, 0] },
  ],
  [
    'slide the wall between the living room and the kitchen 30cm into the kitchen',
    { tool: 'move_wall', by: [0.3, 0] },
  ],
  [
    'move the east wall of the bedroom 20 cm inwards',
    { tool: 'resize_room', zoneId: idOf('Bedroom'), side: 'east', by: -0.2 },
  ],
  ['extend the house by 2 m to the south', { tool: 'move_wall', by: [0, 2] }],
  ['make the house 1.5 m longer in the west', { tool: 'move_wall', by: [-1.5, 0] }],
  ['raise the ceilings by 20 cm', { tool: 'edit_level', height: 3 }],
  ['make the ceiling of the ground floor 3 m high', { tool: 'edit_level', height: 3.02 }],
  ['Undo that.', undo(1)],
  ['undo', undo(1)],
  ['go back two steps', undo(2)],
  ['revert the last 3 changes, please', undo(3)],
  ['take that back', undo(1)],
  ['redo', { tool: 'redo', turns: 1 }],
]

describe('a request makes the call', () => {
  test.each(CALLS.filter((_, nth) => isLongRun || nth % 2 === 0))('%s', (request, call) => {
    expect(callsOf(request)).toContainEqual(expect.objectContaining(call))
  })
})

const AREAS: [request: string, areas: Record<string, number>][] = [
  ['make the bathroom 50 cm wider', { Bathroom: 10.01, Study: 11.54 }],
  ['the kitchen should be 15 m²', { Kitchen: 15, Bedroom: 14.29, Bathroom: 8.23 }],
  ['widen the hall to 1.7 m', { Hall: 16.49, Bathroom: 8.23 }],
  ['extend the kitchen 1 m to the south', { Kitchen: 21.42, Bathroom: 8.23 }],
  ['swap the bathroom and the study', { Bathroom: 11.54, Study: 8.23 }],
  ['merge the kitchen and the living room', { 'Living room and kitchen': 38.66 }],
  ['split a pantry of 3 m² off the kitchen', { Pantry: 3, 'Living room': 21.07 }],
  ['carve a walk-in closet of 3 m² out of the bedroom', { 'Walk-in closet': 3 }],
  ['divide the living room in two', { 'Living room': 10.1, 'Living room 2': 10.4 }],
  ['get rid of the bathroom', { Bedroom: 23 }],
  ['add a terrace of 4 by 3 m south of the living room', { Terrace: 12, 'Living room': 21.07 }],
  ['Add a garage of 18 m² on the east side of the house.', { Garage: 18, Kitchen: 17.1 }],
  ['add a 10 m² laundry next to the bathroom', { Laundry: 10, Bathroom: 8.23 }],
  ['make the house 1 m deeper', { Bathroom: 8.23 }],
  ['remove the wall between the kitchen and the living room', { Kitchen: 17.1 }],
]

describe('a request leaves the house', () => {
  test.each(AREAS.filter((_, nth) => isLongRun || nth % 2 === 0))('%s', (request, areas) => {
    const turn = plannedTurn(scene, request)
    for (const [label, area] of Object.entries(areas))
      expect(Math.abs(turn.room(label).area / area - 1), turn.reply).toBeLessThan(0.05)
    expect(turn.calls.length).toBeGreaterThan(0)
    expect(turn.newErrors, turn.reply).toEqual([])
  })

  test('with another storey, its stair and its roof', () => {
    const turn = plannedTurn(scene, 'Add an upper floor with a bedroom of 16 m² and a bathroom.')
    const kinds = Object.values(turn.house.scene.nodes).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'stair')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'roof')).toHaveLength(1)
    expect(turn.house.levels.map(({ label }) => label)).toEqual(['Ground floor', 'Upper floor'])
    const upper = turn.house.rooms.filter(({ level }) => level === 1)
    expect(upper.map(({ label }) => label).sort()).toEqual(['Bathroom 2', 'Bedroom 2', 'Landing'])
    expect(turn.room('Bedroom 2').area).toBeGreaterThan(14.4)
    expect(turn.newErrors).toEqual([])

    const gone = plannedTurn(turn.house.scene, 'delete the upper floor')
    expect(gone.house.levels).toHaveLength(1)
    expect(gone.reply).toMatch(/upper floor is deleted.*roof is on the ground floor/)
    expect(gone.newErrors).toEqual([])

    const wider = plannedTurn(turn.house.scene, 'make the stair 1.05 m wide')
    expect(Object.values(wider.house.scene.nodes)).toContainEqual(
      expect.objectContaining({ kind: 'stair', width: 1.05 }),
    )
  })
})

test('a wall that is gone comes back with a door', () => {
  const open = plannedTurn(scene, 'remove the wall between the kitchen and the living room')
  const closed = plannedTurn(open.house.scene, 'put a wall between the kitchen and the living room')
  expect(closed.calls.map(({ tool }) => tool)).toEqual(['create_wall', 'add_door'])
  expect(closed.newErrors).toEqual([])
})

test('`it` is the room of the last request', () => {
  const former = [{ request: 'make the bathroom 50 cm wider', reply: 'Done.' }]
  const turn = plannedTurn(scene, 'make it 30 cm wider', former)
  expect(turn.room('Bathroom').area).toBeGreaterThan(9)
})

test.each<[request: string, reply: RegExp]>([
  ['make the sauna 1 m wider', /no sauna in this building.*Living room/],
  ['make the kitchen 400 m²', /cannot become 400 m².*together/],
  ['make the bathroom 0.4 m wide', /1\.29 m/],
  ['swap the kitchen with the kitchen', /itself/],
  ['swap the bedrooms', /only Bedroom.*name the two/],
  ['move the hall to the north', /cannot move the hall/],
  ['move the wall between the kitchen and the bathroom 1 m east', /no wall between.*Next to/],
  ['move the wall between the kitchen and the living room 1 m north', /not to the north/],
  ['delete the kitchen and give its area to the bathroom', /no wall or border in common/],
  ['delete the upper floor', /only storey/],
  ['put the stair by the entrance', /no stair/],
  ['add a bathroom upstairs', /ground floor only/],
  ['raise the ceiling to 9 m', /2 m to 6 m/],
  ['rename the study to Kitchen', /another room has that name/],
  ['split a hall of 40 m² off the kitchen', /too little/],
  ['make the kitchen 1 m wider and undo that', /request of its own/],
  ['undo 50 changes', /1 to 20/],
])('%s: declined', (request, reply) => {
  const plan = planTurn({ scene, text: request, former: [], lot: null })
  expect(plan.reply).toMatch(reply)
  expect(plan.question).toBeNull()
})

test('a request for a storey without rooms leads to a question', () => {
  const { question, calls } = planTurn({
    scene,
    text: 'Add another storey',
    former: [],
    lot: null,
  })
  expect(question?.options).toContain('Two bedrooms and a bathroom')
  expect(calls).toEqual([])
})
