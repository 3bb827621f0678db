import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { drawLayout } from '../../tests/planner/draw-layout.ts'
import { programOf, randomProgram, roomOf } from '../../tests/planner/random-program.ts'
import { planLayouts } from './plan-layout.ts'
import type { OutlineShape } from './room-program.ts'

/** Rooms, storeys and shape of the random programs; their number is the seed. */
const SIZES: [rooms: number, storeys: number, shape: OutlineShape][] = [
  [3, 1, 'rectangle'],
  [6, 1, 'L'],
  [8, 2, 'rectangle'],
]
if (isLongRun)
  SIZES.push([6, 1, 'rectangle'], [9, 1, 'rectangle'], [12, 1, 'L'], [12, 2, 'rectangle'])

const HOUSE = programOf(
  [
    roomOf('living', { area: 25, isAreaGiven: true }),
    roomOf('kitchen'),
    roomOf('bathroom'),
    roomOf('bedroom', { id: 'main', label: 'Main bedroom' }),
    roomOf('bedroom', { id: 'small', label: 'Small bedroom' }),
  ],
  { relations: [{ kind: 'open_to', a: 'kitchen', b: 'living' }] },
)

describe('planLayouts', () => {
  it('has the same plans for the same program and seed', () => {
    const [one, other] = [4, 4].map((seed) => JSON.stringify(planLayouts(HOUSE, { seed })))
    expect(other).toBe(one)
  })

  it('has plans that differ, the best first', () => {
    const layouts = planLayouts(HOUSE, { seed: 1 })
    expect(layouts).toHaveLength(3)
    expect(layouts.map(({ score }) => score)).toEqual(
      layouts.map(({ score }) => score).sort((a, b) => b - a),
    )
    expect(new Set(layouts.map(({ calls }) => JSON.stringify(calls))).size).toBe(3)
  })

  it('meets what a usual house requests', () => {
    const [best] = planLayouts(HOUSE, { seed: 1 })
    expect(best.unmet).toEqual([])
    expect(best.score).toBeGreaterThan(85)
    expect(best.scores).toMatchObject({ requests: 100, daylight: 100 })
    expect(best.scores.circulation).toBeGreaterThan(80)
  })

  it.each(SIZES)('draws %i rooms on %i storeys in a house of shape %s', (rooms, storeys, shape) => {
    const program = randomProgram(seededRandom(rooms, shape), { rooms, storeys, shape })
    const [best] = planLayouts(program, { seed: rooms })
    const { refused, errors, areas } = drawLayout(best)
    expect({ refused, errors }).toEqual({ refused: [], errors: [] })
    for (const { id, isAreaGiven, area } of program.rooms)
      if (isAreaGiven) {
        expect(areas.get(id)! / area).toBeGreaterThan(0.9)
        expect(areas.get(id)! / area).toBeLessThan(1.1)
      }
  })

  it('puts walls on whole centimetres', () => {
    const [best] = planLayouts(HOUSE, { seed: 2 })
    for (const { width, depth } of best.rooms)
      for (const size of [width, depth]) expect(size * 100).toBeCloseTo(Math.round(size * 100), 6)
    const [shell] = best.calls
    const [first, ...others] = shell.arguments.polygon as [number, number][]
    for (const [x, z] of others)
      for (const along of [x - first[0], z - first[1]])
        expect(along * 100).toBeCloseTo(Math.round(along * 100), 6)
  })

  it('lets rooms and not the hall grow in a large footprint', () => {
    const rooms = HOUSE.rooms.map((room) => ({ ...room, isAreaGiven: false }))
    const footprint = { width: 13, depth: 9 }
    const [best] = planLayouts({ ...HOUSE, rooms, footprint }, { seed: 1 })
    expect(best.footprint).toEqual(footprint)
    expect(best.hallShare).toBeLessThan(0.16)
    for (const { plannedArea, wantedArea } of best.rooms)
      expect(plannedArea).toBeGreaterThan(wantedArea * 0.97)
  })

  it('turns a house to its sides', () => {
    const rooms = HOUSE.rooms.map((room) =>
      room.id === 'kitchen' ? { ...room, sides: ['north' as const] } : room,
    )
    const [best] = planLayouts({ ...HOUSE, rooms, entrance: 'east' }, { seed: 1 })
    expect(best.unmet).toEqual([])
  })

  it('states what cannot be met', () => {
    const far = { ...HOUSE.rooms[1], level: 1, id: 'upper', label: 'Upper kitchen' }
    const [best] = planLayouts(
      {
        ...HOUSE,
        storeys: 2,
        rooms: [...HOUSE.rooms, far],
        relations: [{ kind: 'next_to', a: 'upper', b: 'living' }],
      },
      { seed: 1 },
    )
    expect(best.unmet).toContain('The upper kitchen is not next to the living room.')
    expect(best.scores.requests).toBeLessThan(100)
  })

  it('draws a terrace that its room leads to, and windows as wide as requested', () => {
    const rooms = HOUSE.rooms.map((room) =>
      room.type === 'bedroom' ? { ...room, windowWidth: 1.6 } : room,
    )
    const outdoors = [{ id: 'terrace', label: 'Terrace', area: 15, at: 'living' }]
    const [best] = planLayouts({ ...HOUSE, rooms, outdoors }, { seed: 1 })
    const { refused, errors, areas } = drawLayout(best)
    expect({ refused, errors }).toEqual({ refused: [], errors: [] })
    expect(areas.get('terrace')).toBeCloseTo(15, 0)
    const wide = best.calls.filter(
      ({ tool, arguments: { zoneId, width } }) =>
        tool === 'add_window' && zoneId === '$main.zoneId' && width === 1.6,
    )
    expect(wide.length).toBeGreaterThan(0)
  })

  it('has a bathroom for a wheelchair, and doors of 0.9 m', () => {
    const rooms = HOUSE.rooms.map((room) =>
      room.type === 'bathroom' ? { ...room, area: 6.5, minWidth: 2.1 } : room,
    )
    const [best] = planLayouts({ ...HOUSE, rooms, hallWidth: 1.5, doorWidth: 0.9 }, { seed: 1 })
    const { refused, errors } = drawLayout(best)
    expect({ refused, errors }).toEqual({ refused: [], errors: [] })
    const bath = best.rooms.find(({ type }) => type === 'bathroom')!
    expect(Math.min(bath.width, bath.depth)).toBeGreaterThanOrEqual(2.1)
    const doors = best.calls.filter(({ tool }) => tool === 'add_door')
    for (const { arguments: door } of doors) expect(door.width).toBeGreaterThanOrEqual(0.9)
  })
})

describe('a given outline', () => {
  it('is met by the outer walls of a U', () => {
    const outline: [number, number][] = [
      [0, 0],
      [16, 0],
      [16, 11],
      [10.5, 11],
      [10.5, 6.5],
      [5.5, 6.5],
      [5.5, 11],
      [0, 11],
    ]
    const rooms = (['living', 'dining', 'kitchen', 'bathroom', 'office', 'utility'] as const)
      .map((type) => roomOf(type))
      .concat([1, 2, 3].map((n) => roomOf('bedroom', { id: `bed${n}`, label: `Bedroom ${n}` })))
    const [best] = planLayouts(programOf(rooms, { outline }), { seed: 1 })
    const { refused, errors } = drawLayout(best)
    expect({ refused, errors }).toEqual({ refused: [], errors: [] })
    const shell = best.calls[0].arguments.polygon as [number, number][]
    const corners = new Set(shell.map(([x, z]) => `${x} ${z}`))
    for (const corner of ['0.15 0.15', '15.85 10.85', '10.65 6.35', '5.35 10.85'])
      expect(corners).toContain(corner)
  })

  it('is a rectangle inside where it has another shape, and the plan states that', () => {
    const outline: [number, number][] = [
      [0, 0],
      [14, 0],
      [17, 5],
      [14, 10],
      [0, 10],
    ]
    const [best] = planLayouts({ ...HOUSE, outline }, { seed: 1 })
    expect(best.unmet[0]).toMatch(/^The outline is not a rectangle/)
    expect(best.footprint.width).toBeGreaterThanOrEqual(14)
    expect(best.footprint.width).toBeLessThan(17)
  })
})
