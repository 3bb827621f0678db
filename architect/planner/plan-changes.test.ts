import { describe, expect, test } from 'vitest'
import { isLongRun } from '../../tests/long-run.ts'
import { plannedTurn } from '../../tests/planner/planned-turn.ts'
import { startOf } from '../../tests/planner/starts.ts'
import { houseOf } from './house/house.ts'
import { itemsIn } from './rules/furniture/house-items.ts'

/** Every second request of a list in an ordinary run. */
function sampled<Row>(rows: Row[]): Row[] {
  return rows.filter((_, nth) => isLongRun || nth % 2 === 0)
}

const bungalow = startOf('bungalow')
const family = startOf('family-house')
const turn = (text: string, scene = bungalow) => plannedTurn(scene, text)
const areaOf = (label: string): number =>
  houseOf(bungalow).rooms.find((room) => room.label === label)!.area
const assetsIn = (planned: ReturnType<typeof turn>, label: string) =>
  itemsIn(planned.house.scene, planned.room(label)).map(({ asset }) => asset)

describe('a condition', () => {
  test.each(
    sampled([
      ['If the kitchen is smaller than 10 m², enlarge it to 14 m².', 12.07],
      ['Make the kitchen 14 m² unless it is larger than 12 m².', 12.07],
      ['if the kitchen is under 13 m2 make it 14 m2', 14],
      ['Is the kitchen larger than the storage? Otherwise make it 14 m².', 12.07],
      ['Is the kitchen at least 13 m²? If not, make it 13 m².', 13],
    ]),
  )('%s: the kitchen has %d m²', (text, area) => {
    const planned = turn(text)
    expect(planned.room('Kitchen').area, planned.reply).toBeCloseTo(area, 1)
  })

  test('that nothing answers is not taken for met', () => {
    const { calls, reply } = turn('If we get a dog, add a window to the storage.')
    expect(calls).toEqual([])
    expect(reply).toMatch(/cannot check “we get a dog”, so “add a window to the storage/)
  })

  test('that is met is stated with what is done', () => {
    const { reply } = turn('if there is no window in the storage, add one there')
    expect(reply).toMatch(/^No, the Storage does not have a window\.\nAdded a window/)
  })
})

describe('what must not change', () => {
  test('sends a wall to the other side', () => {
    const planned = turn('make the bathroom 3 m wide but do not touch the east bedroom')
    expect(planned.room('East bedroom').area).toBeCloseTo(areaOf('East bedroom'), 2)
    expect(planned.room('Bathroom').area).toBeGreaterThan(areaOf('Bathroom') + 1)
  })

  test.each(
    sampled([
      'Extend the house 2 m to the east without changing the outer walls.',
      'Remove the window of the kitchen, but leave the kitchen as it is.',
      'Make the kitchen 14 m² without changing any walls.',
    ]),
  )('%s: nothing is done, and the reason is stated', (text) => {
    const { calls, reply } = turn(text)
    expect(calls).toEqual([])
    expect(reply).toMatch(/would change the .*, which you want unchanged/)
  })

  test.each(["please don't delete the storage", 'Do not make the kitchen bigger.'])(
    '%s',
    (text) => {
      const { calls, reply } = turn(text)
      expect(calls).toEqual([])
      expect(reply).toBe('Nothing was changed.')
    },
  )

  test('and cannot be found stops the request', () => {
    const { calls, reply } = turn("Widen the bathroom by 20 cm, but don't change the flux.")
    expect(calls).toEqual([])
    expect(reply).toMatch(/cannot make sure that “the flux” stays as it is/)
  })
})

describe('an exception', () => {
  test('of furniture stays', () => {
    const planned = turn('remove everything from the living room except the sofa')
    expect(assetsIn(planned, 'Living room')).toEqual(['sofa_three_seats'])
  })

  test.each(
    sampled([
      ['Delete all windows on the north side except the bathroom’s.', 6],
      ['Remove all windows apart from the one in the corridor', 1],
      ['remove every window except those on the south side', 3],
    ]),
  )('of windows stays: %s', (text, count) => {
    const planned = turn(text)
    expect(
      planned.house.openings.filter(({ kind }) => kind === 'window'),
      planned.reply,
    ).toHaveLength(count)
  })

  test('of a place is not the place', () => {
    const planned = turn('Remove the plants everywhere except in the living room.', family)
    expect(assetsIn(planned, 'Living room')).toContain('plant_large')
    expect(assetsIn(planned, 'Study')).not.toContain('plant_large')
  })

  test('that a rule cannot leave out stops the request', () => {
    const { calls, reply } = turn('make the facade brick, except the north side', family)
    expect(calls).toEqual([])
    expect(reply).toMatch(/cannot leave out “the north side”/)
  })
})

describe('a request is done wholly or not at all', () => {
  test.each(
    sampled([
      ['put the television on the west wall and the sofa opposite', /there already, so nothing/],
      ['tile the kitchen and the bathroom, and oak in all other rooms', /more than one material/],
      ['add a window in each bedroom that has only one', /and not “that has only one”/],
      ['add a desk but no chair to the storage', /did not understand/],
      ['add another window of the same size to the kitchen', /did not understand/],
    ]),
  )('%s is not done by half', (text, reason) => {
    const { calls, reply } = turn(text)
    expect(calls, reply).toEqual([])
    expect(reply).toMatch(reason)
  })

  test('a thing that is there is moved, and what is not wanted is not furnished', () => {
    const moved = turn('put the bookshelf on the south wall of the living room')
    expect(assetsIn(moved, 'Living room').filter((asset) => asset === 'bookshelf')).toHaveLength(1)
    const planned = turn('furnish the east bedroom but no wardrobe')
    expect(assetsIn(planned, 'East bedroom')).toContain('bed_queen')
    expect(assetsIn(planned, 'East bedroom')).not.toContain('wardrobe')
  })

  test('the only one of the house is moved to another room', () => {
    const planned = turn('put the sofa in the kitchen')
    expect(assetsIn(planned, 'Kitchen')).toEqual(['sofa_three_seats'])
    expect(assetsIn(planned, 'Living room')).not.toContain('sofa_three_seats')
  })

  test('things instead of another replace it', () => {
    const assets = assetsIn(
      turn('put 3 armchairs into the living room instead of the sofa'),
      'Living room',
    )
    expect(assets.filter((asset) => asset === 'armchair')).toHaveLength(3)
    expect(assets).not.toContain('sofa_three_seats')
  })

  test.each(
    sampled([
      ['move the sofa 10 cm to the east, 20 cm', '0.2 m'],
      ['add a wardrobe of 2 m in the east bedroom', '2 m'],
      ['remove the window of the bathroom and the sofa', 'sofa'],
    ]),
  )('%s', (text, unread) => {
    const { calls, reply } = turn(text)
    expect(calls).toEqual([])
    expect(reply).toMatch(new RegExp(`only a part of .* and not “(?:the )?${unread}”`))
  })

  test('all things of a list are put, with the seats that are requested', () => {
    const bath = turn('add a bath tub and a toilet to the bathroom')
    expect(assetsIn(bath, 'Bathroom').sort()).toEqual(['bath_tub', 'toilet'])
    expect(assetsIn(turn('add a dining table for 6 in the kitchen'), 'Kitchen')).toEqual([
      'dining_table_6',
    ])
  })

  test('each thing is replaced where it is', () => {
    const planned = turn('replace all bathtubs by showers', family)
    for (const label of ['Bathroom', 'Ensuite bathroom']) {
      expect(assetsIn(planned, label)).toContain('shower')
      expect(assetsIn(planned, label)).not.toContain('bath_tub')
    }
  })

  test('one of several is one', () => {
    const count = (scene: typeof bungalow) =>
      Object.values(scene.nodes).filter((node) => node.kind === 'item').length
    const planned = turn('remove one of the lamps in the main bedroom')
    expect(count(planned.house.scene)).toBe(count(bungalow) - 1)
  })
})

test('a complaint about a window is about the window and not about its room', () => {
  const planned = turn("I don't like the window in the kitchen, get rid of it")
  expect(planned.room('Kitchen').openings.some(({ kind }) => kind === 'window')).toBe(false)
})

test('a room by its name without an article is the one that is there', () => {
  const planned = turn('make Kitchen 14 m2')
  expect(planned.house.rooms).toHaveLength(houseOf(bungalow).rooms.length)
  expect(planned.room('Kitchen').area).toBeCloseTo(14, 1)
})

test('a window that is to start higher is not another window', () => {
  const planned = turn('the window in the west bedroom should start 95 cm above the floor')
  expect(planned.house.openings).toHaveLength(houseOf(bungalow).openings.length)
  expect(planned.room('West bedroom').openings.map(({ sill }) => sill)).toContainEqual(
    expect.closeTo(0.95, 3),
  )
})

test('interior doors do not include the front door, and a bare number is centimetres', () => {
  const planned = turn('widen all the interior doors to 90')
  const widths = planned.house.openings.flatMap(({ kind, side, width }) =>
    kind === 'door' ? [`${side === null ? 'inner' : 'outer'} ${width.toFixed(2)}`] : [],
  )
  expect([...new Set(widths)].sort()).toEqual(['inner 0.90', 'outer 1.00'])
})

test('a stair that does not fit wider stays in its room', () => {
  const { calls } = turn('make the stairs 1.1 m wide', family)
  expect(calls).toEqual([])
})

test.each(
  sampled([
    ['call the storage Walk-in Closet please', 'Walk-in Closet'],
    ["rename the storage to 'Pantry'", 'Pantry'],
  ]),
)('%s', (text, label) => {
  expect(turn(text).room(label)).toBeDefined()
})

test('the sill of a window is not its width, and a name stays as it is written', () => {
  const planned = turn(
    'add a 1.2 m wide window to the east wall of the main bedroom and raise its sill to 1 m',
  )
  const added = planned.room('Main bedroom').openings.find(({ side }) => side === 'east')!
  expect([added.width, added.sill]).toEqual([expect.closeTo(1.2, 3), expect.closeTo(1, 3)])
  const [renamed] = [turn('rename the storage to Tom')]
  expect(turn('make Tom 20 cm wider', renamed.house.scene).reply).toMatch(/^The Tom is now/)
})

test('what would happen is stated and not done', () => {
  const { calls, reply } = turn('what would happen if I made the kitchen 4 m wide?')
  expect(calls).toEqual([])
  expect(reply).toMatch(/^Nothing was changed\. If it were done: The kitchen is now 4 m by/)
})

test('a reason names things in whole words', () => {
  expect(turn('make the bathroom 20 m wide').reply).toMatch(/and 1 more \(the east wall of the/)
})
