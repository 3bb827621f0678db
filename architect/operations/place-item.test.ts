import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { assetNamed } from '../assets/catalog.ts'
import { checkCollisions } from '../checks/collisions.ts'
import type { Point } from '../geometry/point.ts'
import { ceilingFaces } from '../kernel/floors/ceiling-faces.ts'
import { wallTops } from '../kernel/storey.ts'
import { newScene, nodeOf } from '../scene/scene.ts'
import { Draft } from './draft.ts'

interface Refused {
  index: number
  code: string
  message: string
  nearestFit?: { position: number[]; rotation: number; distance: number }
}
interface Answer {
  ok?: boolean
  placed: {
    id: string
    position: number[]
    rotation: number
    host?: string
    clearance?: { isFree: boolean }
  }[]
  refused: Refused[]
  error?: {
    code: string
    message: string
    refused: Refused[]
    fix?: { tool: string; arguments: object }
  }
}

const L_SHAPE: Point[] = [
  [0, 0],
  [6, 0],
  [6, -3],
  [3, -3],
  [3, -6],
  [0, -6],
]

/** An L-shaped room with walls of 0.15 m and a door in the middle of its southern wall. */
function house() {
  const draft = new Draft(newScene('A house', 't'))
  const made = draft.apply('create_room', {
    label: 'Living',
    polygon: L_SHAPE,
    roomType: 'living',
    doors: [{ edge: 0, t: 0.5, width: 0.9 }],
  })
  if (!('ok' in made)) throw new Error(JSON.stringify(made))
  const place = (...items: object[]) => draft.apply('place_item', { items }) as unknown as Answer
  return {
    draft,
    place,
    zoneId: made.zoneId as string,
    wallIds: (made.wallIds as (string | string[])[]).map((ids) => [ids].flat()),
  }
}

test('a sofa in a wall is refused with the nearest position, where it fits', () => {
  const { place } = house()
  const { ok, error } = place({
    asset: 'sofa_three_seats',
    position: [2.8, -4.5],
    rotation: 90,
  })
  expect(ok).toBeUndefined()
  expect(error!.code).toBe('outside_room')
  const [{ nearestFit }] = error!.refused
  expect(nearestFit!.distance).toBeLessThan(1)
  const { position, rotation } = nearestFit!
  const again = place({ asset: 'sofa_three_seats', position, rotation })
  expect(again.placed).toHaveLength(1)
})

test('items are placed even when others in the call are refused', () => {
  const { place } = house()
  const { placed, refused } = place(
    { asset: 'armchair', position: [1, -1] },
    { asset: 'armchair', position: [1.2, -1.1] },
    { asset: 'throne', position: [2, -2] },
    { asset: 'armchair', position: [1, -5] },
  )
  expect(placed).toHaveLength(2)
  expect(refused.map(({ index, code }) => [index, code])).toEqual([
    [1, 'collides'],
    [2, 'asset_not_found'],
  ])
})

test('the middle of the bounding box of an L is outside of it', () => {
  const { place, zoneId } = house()
  expect(place({ asset: 'armchair', position: [4.5, -4.5], targetId: zoneId }).error!.code).toBe(
    'outside_room',
  )
})

test('nothing stands where the door opens or in front of it', () => {
  const { place } = house()
  const { error } = place({ asset: 'armchair', position: [3, -0.7] })
  expect(error!.code).toBe('blocks_door')
  // The outside counts too: both sides of a door must stay free.
  expect(place({ asset: 'planter', position: [3, 0.4] }).error!.code).toBe('blocks_door')
  expect(place({ asset: 'planter', position: [1, 0.6] }).ok).toBe(true)
})

test('a rug lies under a table, and a lamp stands on it', () => {
  const { place } = house()
  const { placed } = place(
    { asset: 'dining_table_4', position: [1.5, -4] },
    { asset: 'rug', position: [1.5, -4] },
    { asset: 'table_lamp', position: [1.3, -4.1] },
  )
  expect(placed).toHaveLength(3)
  expect(placed[2]).toMatchObject({ host: placed[0].id, position: [1.3, 0.75, -4.1] })
})

test('a lamp is not placed over the edge of a table or in the air', () => {
  const { place } = house()
  place({ asset: 'dining_table_4', position: [1.5, -4] })
  const { error } = place({ asset: 'table_lamp', position: [2.05, -4] })
  expect(error!.code).toBe('no_space')
  expect(error!.refused[0].nearestFit!.position[0]).toBeCloseTo(1.95, 1)
  expect(place({ asset: 'table_lamp', position: [4.5, -1.5] }).error!.message).toMatch(/stand on/)
})

describe('a picture', () => {
  test('has its back at the face of the nearest wall, on the requested side', () => {
    const { place, draft } = house()
    const [picture] = place({ asset: 'picture_large', position: [0.4, -2] }).placed
    expect(picture).toMatchObject({ position: [0.09, 1.1, -2], rotation: 90 })
    expect(nodeOf(draft.scene, picture.host!, 'wall')).not.toBeNull()
  })
  test('hangs on the target wall, even when another is nearer', () => {
    const { place, wallIds } = house()
    const [picture] = place({
      asset: 'picture_large',
      position: [1, -5.2],
      targetId: wallIds[4][0],
    }).placed
    expect(picture.host).toBe(wallIds[4][0])
    expect(picture.position[2]).toBeCloseTo(-5.91, 6)
  })
  test('is refused far from every wall', () => {
    const { place } = house()
    expect(place({ asset: 'picture_large', position: [20, 20] }).error!.code).toBe('no_space')
  })
})

test('a lamp hangs from the underside of the ceiling', () => {
  const { place, draft } = house()
  const [lamp] = place({ asset: 'pendant_lamp', position: [1.5, -3] }).placed
  const item = nodeOf(draft.scene, lamp.id, 'item')!
  const ceiling = nodeOf(draft.scene, item.host!, 'ceiling')!
  const { bottom } = ceilingFaces(draft.scene, ceiling)!
  const { height } = assetNamed('pendant_lamp')!.dimensions
  expect(item.position[1] + height).toBeCloseTo(bottom, 6)
  expect(bottom).toBeLessThan(wallTops(draft.scene, ceiling.parent!))
})

test('a wardrobe whose doors cannot open is placed, and its clearance is reported as blocked', () => {
  const { place } = house()
  const [, wardrobe] = place(
    { asset: 'armchair', position: [1.3, -3] },
    { asset: 'wardrobe', position: [0.4, -3], rotation: 90 },
  ).placed
  expect(wardrobe.clearance).toMatchObject({ isFree: false })
})

test('a size outside the range of the asset is refused with the range', () => {
  const { place, draft } = house()
  const [wardrobe] = place({ asset: 'wardrobe', position: [1.5, -5.6], width: 2.5 }).placed
  expect(nodeOf(draft.scene, wardrobe.id, 'item')!.size).toEqual([2.5, 2.2, 0.6])
  expect(place({ asset: 'wardrobe', position: [4, -2], width: 9 }).error!.message).toMatch(
    /from 0.5 to 4 m/,
  )
  expect(place({ asset: 'toilet', position: [4, -2], width: 0.5 }).error!.message).toMatch(
    /width of the toilet cannot be changed/,
  )
})

test('where a thing is refused, it fits at the offered position, and nothing ever collides', () => {
  const random = seededRandom(64)
  const { draft, place } = house()
  const assets = [
    'armchair',
    'bookshelf',
    'dining_table_4',
    'bed_single',
    'picture_small',
    'plant_large',
  ]
  let offered = 0
  for (let round = 0; round < 40; round++) {
    const item = {
      asset: assets[Math.floor(random() * assets.length)],
      position: [random() * 6, -random() * 6],
      rotation: Math.floor(random() * 4) * 90,
    }
    const { error } = place(item)
    const fit = error?.refused[0].nearestFit
    if (!fit) continue
    offered++
    const { position, rotation } = fit
    expect(place({ ...item, position, rotation })).toMatchObject({ ok: true })
  }
  expect(offered).toBeGreaterThan(5)
  expect(checkCollisions(draft.scene).collisions).toEqual([])
})
