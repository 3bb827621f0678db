import { describe, expect, it } from 'vitest'
import { readBuildingBrief } from '../language/read-building-brief.ts'
import { tokensOf } from '../language/tokens.ts'
import { programOfBrief } from './program-of-brief.ts'

const read = (request: string) => programOfBrief(readBuildingBrief(tokensOf(request)))
const programOf = (request: string) => read(request).program

describe('programOfBrief', () => {
  it('turns rooms away from the street, or to the front door', () => {
    const { rooms } = programOf(
      'A bungalow with two bedrooms away from the street, which is in the north, a study by the front door, a kitchen and a bathroom.',
    )
    const sidesOf = (type: string) => rooms.find((room) => room.type === type)!.sides
    expect(sidesOf('bedroom')).toEqual(['south'])
    expect(sidesOf('office')).toEqual(['north'])
    expect(sidesOf('kitchen')).toEqual([])
  })

  it('reads a small entrance as the hall, and the entrance as the front door', () => {
    expect(programOf('A studio flat with a bathroom and a small entrance.')).toMatchObject({
      hallType: 'entrance',
      hallLabel: 'Entrance',
    })
    const program = programOf('The entrance is in the south. One bedroom and a bathroom.')
    expect(program).toMatchObject({ hallType: 'hall', entrance: 'south' })
  })

  it('makes rooms larger where the footprint is, and a bathroom only a little', () => {
    const { rooms } = programOf('A 12 by 10 m bungalow: living room, kitchen, bedroom, bathroom.')
    const areaOf = (type: string) => rooms.find((room) => room.type === type)!.area
    expect(areaOf('living')).toBeGreaterThan(35)
    expect(areaOf('bathroom')).toBeLessThan(8)
    // Between the outer walls, without a hall and inner walls.
    expect(rooms.reduce((sum, { area }) => sum + area, 0)).toBeCloseTo(11.4 * 9.4 * 0.88, 1)
  })

  it('gives storeys about the same area', () => {
    const { rooms } = programOf(
      'A two-storey house: downstairs living room, kitchen and dining room; upstairs two bedrooms and a bathroom.',
    )
    const [ground, upper] = [0, 1].map((level) =>
      rooms.reduce((sum, room) => sum + (room.level === level ? room.area : 0), 0),
    )
    expect(upper / ground).toBeGreaterThan(0.8)
    expect(upper / ground).toBeLessThanOrEqual(1)
  })

  it('plans a bathroom for a wheelchair, a terrace, and requested windows', () => {
    const program = programOf(
      'A barrier-free flat: bedroom, living room, kitchen, bathroom, and a terrace of 15 m² in front of the living room. Every bedroom gets a window 1.6 m wide.',
    )
    const bath = program.rooms.find(({ type }) => type === 'bathroom')!
    expect(bath.minWidth).toBeGreaterThan(1.525 + 0.5)
    expect(program.doorWidth).toBe(0.9)
    expect(program.rooms.find(({ type }) => type === 'bedroom')!.windowWidth).toBe(1.6)
    const living = program.rooms.find(({ type }) => type === 'living')!
    expect(program.outdoors).toMatchObject([{ label: 'Terrace', area: 15, at: living.id }])
  })

  it.each([
    ['A flat with one bedroom, 50 m².', ['bedroom', 'living', 'kitchen', 'bathroom'], 1],
    [
      'A house with two bedrooms, a living room and a bathroom.',
      ['bedroom', 'bedroom', 'living', 'bathroom', 'kitchen'],
      1,
    ],
    [
      'A cabin with a bedroom and a living room, no bathroom, no kitchen.',
      ['bedroom', 'living'],
      0,
    ],
    ['Just a house with two bedrooms.', ['bedroom', 'bedroom'], 0],
    ['A school with two classrooms.', ['classroom', 'classroom'], 0],
  ])('adds what a home needs and its brief leaves out: %s', (text, types, choices) => {
    const { program, choices: stated } = read(text)
    expect(program.rooms.map(({ type }) => type)).toEqual(types)
    expect(stated).toHaveLength(choices)
  })

  it('puts named furniture into rooms of its kind, and adds a laundry where none is', () => {
    const { program, furniture } = read(
      'A house with two bedrooms, a living room, a WC; a king-size bed, two single beds, a sofa, a washing machine. No bathroom, no kitchen.',
    )
    const placed = program.rooms.map(({ id, type }) =>
      [type, ...(furniture.get(id) ?? [])].join(' '),
    )
    expect(placed).toEqual([
      'bedroom bed_king',
      'bedroom bed_single bed_single',
      'living sofa_three_seats',
      'toilet',
      'laundry washing_machine',
    ])
  })

  it('states that rooms do not fit into a house', () => {
    const { impossible } = read('A house of 30 m² with five bedrooms, a kitchen and a living room.')
    expect(impossible).toMatch(/need at least \d+ m².* 30 m²/)
  })
})
