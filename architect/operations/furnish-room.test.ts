import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { box, faultsOf, furnished, roomOf } from '../../tests/houses/furnished-room.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { assetNamed } from '../assets/catalog.ts'
import { bestRoute } from '../checks/walking/routes.ts'
import { walkableFloor } from '../checks/walking/walkable-floor.ts'
import type { Point } from '../geometry/point.ts'
import type { Polygon } from '../geometry/polygon.ts'
import { intersection, regionArea } from '../geometry/regions.ts'
import { ceilingFaces } from '../kernel/floors/ceiling-faces.ts'
import { itemShape } from '../kernel/item-shape.ts'
import { ROOM_TYPE_NAMES, type RoomTypeName } from '../scene/room-types.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'

/** A usual size of each room type, and the assets that it must get. */
const USUAL: [RoomTypeName, number, number, string[]][] = [
  ['living', 5.5, 4.5, ['sofa_three_seats', 'coffee_table', 'tv_stand', 'bookshelf']],
  ['dining', 4.5, 4, ['dining_chair', 'sideboard']],
  ['kitchen', 4.5, 3.6, ['kitchen_sink', 'kitchen_hob', 'fridge', 'kitchen_wall_cabinet']],
  ['bedroom', 4.2, 3.8, ['bedside_table', 'wardrobe']],
  ['office', 4, 3.5, ['desk', 'office_chair', 'bookshelf']],
  ['studio', 6.5, 5, ['kitchen_sink', 'kitchen_hob', 'fridge', 'wardrobe', 'dining_chair']],
  ['classroom', 9, 7.5, ['school_board', 'teacher_desk', 'pupil_desk', 'pupil_chair']],
  ['meeting', 6, 4.5, ['meeting_table', 'dining_chair', 'school_board']],
  ['bathroom', 2.8, 2.4, ['bath_tub', 'toilet', 'washbasin']],
  ['toilet', 1.3, 2.2, ['toilet']],
  ['laundry', 2.6, 2.2, ['washing_machine', 'dryer', 'laundry_sink']],
  ['hall', 3, 2, ['shoe_cabinet', 'coat_rack', 'wall_mirror']],
  ['corridor', 6, 1.4, ['ceiling_lamp']],
  ['entrance', 2.6, 2.2, ['shoe_cabinet', 'coat_rack']],
  ['storage', 2.4, 2, ['bookshelf']],
  ['closet', 2.4, 2, ['wardrobe']],
  ['utility', 2.6, 2.2, ['washing_machine']],
  ['garage', 3.8, 6.2, ['car']],
  ['terrace', 5, 4, ['garden_table', 'garden_chair', 'planter']],
  ['stairwell', 3, 3, []],
  ['other', 3, 3, []],
]

describe('a room of the usual size', () => {
  test('is tested for every type', () => {
    expect(USUAL.map(([type]) => type).sort()).toEqual([...ROOM_TYPE_NAMES].sort())
  })
  test.each(USUAL)(
    'as a %s of %d by %d m gets its usual furniture',
    (type, width, depth, expected) => {
      const { draft, zoneId } = roomOf(type, box(width, depth), undefined, [{ edge: 1, t: 0.5 }])
      const { ok, placed } = furnished(draft, zoneId)
      expect(ok).toBe(true)
      const assets = placed.map(({ asset }) => asset)
      for (const asset of expected) expect(assets).toContain(asset)
      expect(faultsOf(draft.scene, zoneId)).toEqual([])
    },
  )
})

test.each(ROOM_TYPE_NAMES.filter((_, nth) => isLongRun || nth % 3 === 0))(
  'a tiny %s gets what fits, and lists the rest with the reason',
  (type) => {
    const { draft, zoneId } = roomOf(type, box(1.5, 1.6), [{ edge: 0, t: 0.5, width: 0.7 }])
    const { placed, skipped } = furnished(draft, zoneId, { density: 'full' })
    expect(faultsOf(draft.scene, zoneId)).toEqual([])
    expect(placed.length).toBeLessThan(12)
    for (const { message, needed, available } of skipped) {
      expect(message).toMatch(/\.$/)
      expect(needed).toEqual({ width: expect.any(Number), depth: expect.any(Number) })
      expect(available).toEqual({ wallLength: expect.any(Number), floorArea: expect.any(Number) })
    }
  },
)

const L_SHAPES = isLongRun ? 16 : 6

test('furniture stays in an L-shaped room and out of its doors, whatever its size and use', () => {
  const random = seededRandom(8)
  const between = (least: number, most: number) =>
    Math.round((least + random() * (most - least)) * 100) / 100
  const types = ROOM_TYPE_NAMES.filter((type) => !['stairwell', 'other'].includes(type))
  let things = 0
  for (let round = 0; round < L_SHAPES; round++) {
    const [width, depth] = [between(3.5, 8), between(3.5, 7)]
    const [inX, inZ] = [between(1.4, width - 1.4), between(1.4, depth - 1.4)]
    const straight: Point[] = [
      [0, 0],
      [width, 0],
      [width, -inZ],
      [inX, -inZ],
      [inX, -depth],
      [0, -depth],
    ]
    const turned = random() < 0.5 ? 0 : between(0, 90)
    const [c, s] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)]
    const polygon = straight.map(([x, z]): Point => [x * c + z * s, z * c - x * s])
    const doors = [0, 4].map((edge) => ({ edge, t: between(0.3, 0.7), width: 0.8 }))
    const type = types[Math.floor(random() * types.length)]
    const { draft, zoneId } = roomOf(type, polygon, doors, [
      { edge: 5, t: between(0.4, 0.6), width: 1.2 },
    ])
    const { ok, placed } = furnished(draft, zoneId, {
      density: ['sparse', 'normal', 'full'][round % 3],
    })
    expect(ok).toBe(true)
    expect({ round, type, faults: faultsOf(draft.scene, zoneId) }).toEqual({
      round,
      type,
      faults: [],
    })
    things += placed.length
  }
  expect(things).toBeGreaterThan(6 * L_SHAPES)
})

const WITH_WAYS = ['living', 'studio', 'bedroom', 'meeting', 'kitchen'] as const

test('a way of 0.7 m stays free from door to door, measured by the checks for walking', () => {
  for (const type of isLongRun ? WITH_WAYS : WITH_WAYS.slice(0, 2)) {
    const doors = [
      { edge: 0, t: 0.2 },
      { edge: 2, t: 0.2 },
    ]
    const { draft, zoneId } = roomOf(type, box(6, 4.6), doors, [{ edge: 1, t: 0.5 }])
    const { circulation } = furnished(draft, zoneId, { density: 'full' })
    const route = bestRoute(walkableFloor(draft.scene, 'level_2')!, [1.2, -0.6], [4.8, -4])!
    expect(route.narrowest.width).toBeGreaterThanOrEqual(0.69)
    expect(circulation).toMatchObject({ doorToDoor: true })
    expect(circulation.minWidth).toBeGreaterThanOrEqual(0.69)
  }
})

test('a dry run returns the same and edits nothing', () => {
  const { draft, zoneId } = roomOf('bedroom', box(4, 4))
  const before = sceneHash(draft.scene)
  const tried = furnished(draft, zoneId, { dryRun: true })
  expect(sceneHash(draft.scene)).toBe(before)
  expect(draft.version).toBe(1)
  expect(tried.itemIds).toEqual([])
  const real = furnished(draft, zoneId)
  expect(real.placed.map(({ id, ...rest }) => rest)).toEqual(tried.placed)
  expect(real.itemIds).toHaveLength(tried.placed.length)
})

test('the same room is always furnished the same way', () => {
  const hashes = [0, 1].map(() => {
    const { draft, zoneId } = roomOf('studio', box(6, 5))
    furnished(draft, zoneId, { density: 'full' })
    return sceneHash(draft.scene)
  })
  expect(hashes[0]).toBe(hashes[1])
})

test('required assets are placed, even where the recipe would have chosen others', () => {
  const { draft, zoneId } = roomOf('bedroom', box(4.5, 4.2))
  const { placed } = furnished(draft, zoneId, {
    require: ['bed_single', 'desk', 'chest_of_drawers'],
  })
  const assets = placed.map(({ asset }) => asset)
  for (const asset of ['bed_single', 'desk', 'chest_of_drawers']) expect(assets).toContain(asset)
  expect(faultsOf(draft.scene, zoneId)).toEqual([])
})

test('where a required asset does not fit, nothing is placed and the message has the figures', () => {
  const { draft, zoneId } = roomOf('bathroom', box(1.6, 1.8))
  const before = sceneHash(draft.scene)
  const { ok, error } = furnished(draft, zoneId, { require: ['bath_tub', 'kitchen_island'] })
  expect(ok).toBeUndefined()
  expect(error).toMatchObject({ code: 'no_space' })
  expect(error!.message).toMatch(/needs 1\.\d+ m of wall .* free floor \d/)
  expect(sceneHash(draft.scene)).toBe(before)
})

test('an asset that is not in the catalog is refused with the nearest name', () => {
  const { draft, zoneId } = roomOf('living', box(4, 4))
  const { error } = furnished(draft, zoneId, { require: ['sofa_thre_seats'] })
  expect(error).toMatchObject({ code: 'asset_not_found' })
  expect(error!.message).toContain('sofa_three_seats')
})

test('furnishing again goes around existing furniture', () => {
  const { draft, zoneId } = roomOf('living', box(6, 5))
  furnished(draft, zoneId)
  const { ok } = furnished(draft, zoneId, { roomType: 'dining' })
  expect(ok).toBe(true)
  expect(faultsOf(draft.scene, zoneId)).toEqual([])
})

test('people can step onto a stair in a furnished room, and nothing stands at its foot', () => {
  const { draft, zoneId } = roomOf('living', box(6, 6))
  const level = draft.apply('create_level', { position: 'above' })
  expect(level).toMatchObject({ ok: true })
  const stair = draft.apply('create_stair_between_levels', {
    fromLevelId: 'level_2',
    position: [1, -5.2],
    direction: 0,
  })
  expect(stair).toMatchObject({ ok: true })
  const { placed } = furnished(draft, zoneId, { density: 'full' })
  expect(placed.length).toBeGreaterThan(5)
  expect(faultsOf(draft.scene, zoneId)).toEqual([])
  // It rises to the east from x = 1: people step onto it from the west.
  const before: Polygon = [
    [0.3, -4.8],
    [0.9, -4.8],
    [0.9, -5.6],
    [0.3, -5.6],
  ]
  for (const { id, assetId } of nodesOf(draft.scene, 'item').map(({ id, asset }) => ({
    id,
    assetId: asset,
  }))) {
    const { prism, asset } = itemShape(draft.scene, id)!
    if (asset.isWalkable || prism.bottom > 2) continue
    expect({ assetId, area: regionArea(intersection([prism.outline], [before])) }).toEqual({
      assetId,
      area: 0,
    })
  }
})

describe('a living room', () => {
  /** Plan position and rotation of the first item of an asset; its front is +Z at 0 degrees. */
  const placeOf = (scene: Scene, asset: RegExp) => {
    const item = nodesOf(scene, 'item').find((node) => asset.test(node.asset))!
    const turned = (item.rotation * Math.PI) / 180
    const [x, , z] = item.position
    return { at: [x, z] as Point, front: [Math.sin(turned), Math.cos(turned)] as Point }
  }
  const SIZES = [
    [4.5, 5],
    [7.4, 4.2],
    [3.8, 4.6],
    [5.2, 4.4],
    [6, 10],
    [8, 8],
  ] as const

  test.each(SIZES)('%d m by %d m: the seats face the television', (width, depth) => {
    const windows = [{ edge: 2, t: 0.5, width: 1.6 }]
    const { draft, zoneId } = roomOf('living', box(width, depth), undefined, windows)
    furnished(draft, zoneId)
    const [sofa, screen] = [placeOf(draft.scene, /^sofa/), placeOf(draft.scene, /^tv_stand$/)]
    const way: Point = [screen.at[0] - sofa.at[0], screen.at[1] - sofa.at[1]]
    const away = Math.hypot(...way)
    const cosine = (a: Point, b: Point) => (a[0] * b[0] + a[1] * b[1]) / Math.hypot(...a)
    expect(away).toBeGreaterThan(1.6)
    expect(away).toBeLessThan(5)
    // Within 30 degrees of where people on it look, and the screen within as much of its front.
    expect(cosine(way, sofa.front)).toBeGreaterThan(0.866)
    expect(-cosine(way, screen.front)).toBeGreaterThan(0.866)
    expect(faultsOf(draft.scene, zoneId)).toEqual([])
  })

  test('of 60 m² has a place to eat and more seats than one of 20 m²', () => {
    const itemsOf = (width: number, depth: number) => {
      const { draft, zoneId } = roomOf('living', box(width, depth))
      furnished(draft, zoneId)
      expect(faultsOf(draft.scene, zoneId)).toEqual([])
      return nodesOf(draft.scene, 'item').map(({ asset }) => asset)
    }
    const count = (items: string[], asset: string) => items.filter((name) => name === asset).length
    const [small, large] = [itemsOf(4.5, 4.6), itemsOf(8, 7.9)]
    expect(count(small, 'dining_table_6')).toBe(0)
    expect(count(large, 'dining_table_6')).toBe(1)
    expect(count(large, 'armchair')).toBeGreaterThanOrEqual(count(small, 'armchair') + 4)
    expect(count(small, 'ceiling_lamp')).toBe(1)
    expect(count(large, 'ceiling_lamp')).toBe(3)
  })

  test('has its lamp at the underside of its ceiling', () => {
    const { draft, zoneId } = roomOf('living', box(4.5, 4.6))
    furnished(draft, zoneId)
    const [ceiling] = nodesOf(draft.scene, 'ceiling')
    const lamp = nodesOf(draft.scene, 'item').find(({ asset }) => asset === 'ceiling_lamp')!
    const { height } = assetNamed(lamp.asset)!.dimensions
    const { bottom } = ceilingFaces(draft.scene, ceiling)!
    expect(lamp.position[1] + height).toBeCloseTo(bottom, 6)
  })
})
