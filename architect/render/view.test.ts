import { expect, test } from 'vitest'
import { sceneOf, withFields, withNodes } from '../../tests/houses/scene-of.ts'
import { smallHouse } from '../../tests/houses/small-house.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { pixelsOf, shareChanged } from '../../tests/oracles/png-pixels.ts'
import { drawView } from './draw-view.ts'
import { renderView } from './view.ts'
import { readViewRequest, VIEWS, type View, type ViewRequest } from './view-request.ts'

const SMALL = { width: 160, height: 120 } as const
const drawn = (request: ViewRequest, scene = smallHouse()): View =>
  drawView(scene, readViewRequest({ ...SMALL, ...request }))

test.each(VIEWS.filter((view) => isLongRun || view === 'plan'))(
  'a %s from a thread has the same bytes as one drawn here, twice',
  async (view) => {
    const request = { view, ...SMALL } as const
    const [one, other] = [
      await renderView(smallHouse(), request),
      await renderView(smallHouse(), request),
    ]
    expect(one.png.equals(other.png)).toBe(true)
    const here = drawn(request)
    expect(one.png.equals(here.png)).toBe(true)
    expect(one.visibleIds).toEqual(here.visibleIds)
    expect(pixelsOf(one.png)).toMatchObject(SMALL)
  },
)

test('things behind a wall are not visible until the view looks over the wall', () => {
  const column = withNodes(smallHouse(), { kind: 'column', id: 'column_12', position: [0.6, 0.6] })
  const low = { view: 'perspective', eye: [0.6, 1, 20], lookAt: [0.6, 1, 0] } as const
  const seen = drawn({ ...low }, column).visibleIds
  expect(seen).toContain('wall_3')
  expect(seen).not.toContain('column_12')
  expect(drawn({ ...low, eye: [0.6, 12, 12] }, column).visibleIds).toContain('column_12')
})

test('a level that is looked into hides what is above it', () => {
  const scene = withNodes(
    smallHouse(),
    { kind: 'level', id: 'level_20', parent: 'building_1', index: 1 },
    {
      kind: 'slab',
      id: 'slab_21',
      parent: 'level_20',
      polygon: [
        [0, 4],
        [6, 4],
        [6, 0],
        [0, 0],
      ],
    },
  )
  expect(drawn({ view: 'perspective' }, scene).visibleIds).toContain('slab_21')
  expect(drawn({ view: 'perspective' }, scene).visibleIds).not.toContain('column_11')
  const open = drawn({ view: 'perspective', levelId: 'level_2' }, scene).visibleIds
  expect(open).not.toContain('slab_21')
  expect(open).toContain('column_11')
})

test('a level opened from above has no lamps in the air: they go with the ceiling', () => {
  const polygon = [
    [0, 4],
    [6, 4],
    [6, 0],
    [0, 0],
  ]
  const lamp = { kind: 'item', position: [2, 2.2, 2], asset: 'ceiling_lamp' } as const
  const scene = smallHouse(
    { kind: 'ceiling', id: 'ceiling_20', polygon },
    { ...lamp, id: 'item_21', host: 'ceiling_20' },
    { ...lamp, id: 'item_22', position: [4, 2.2, 2] },
    { kind: 'item', id: 'item_23', position: [1.2, 0, 1.2], asset: 'coffee_table' },
  )
  const open = drawn({ view: 'perspective', levelId: 'level_2' }, scene).visibleIds
  expect(open).toContain('item_23')
  for (const id of ['ceiling_20', 'item_21', 'item_22']) expect(open).not.toContain(id)
  // A lamp that is looked at is shown, and from inside a room all lamps are.
  const one = drawn({ view: 'perspective', targetId: 'item_21' }, scene).visibleIds
  expect(one).toContain('item_21')
  expect(one).not.toContain('item_22')
  const inside = drawn({ view: 'perspective', targetId: 'zone_8' }, scene).visibleIds
  expect([...inside].filter((id) => id === 'item_21' || id === 'item_22')).not.toEqual([])
})

test('a view of a room shows its column and not its outside', () => {
  const { camera, visibleIds } = drawn({ view: 'perspective', targetId: 'zone_8' })
  const [x, y, z] = camera.eye
  expect(x > 0 && x < 6 && z > 0 && z < 4).toBe(true)
  expect(y).toBeCloseTo(1.5, 9)
  expect(visibleIds).toContain('column_11')
})

test('a highlight changes the picture of its node, and nothing else', () => {
  const view = { view: 'perspective', levelId: 'level_2' } as const
  const plain = pixelsOf(drawn(view).png)
  const marked = pixelsOf(drawn({ ...view, highlightIds: ['column_11'] }).png)
  const share = shareChanged(plain, marked)
  expect(share).toBeGreaterThan(0.0005)
  expect(share).toBeLessThan(0.05)
  const all = pixelsOf(drawn({ ...view, highlightIds: ['slab_7'] }).png)
  expect(shareChanged(plain, all)).toBeGreaterThan(0.06)
})

test('a section fills what its plane cuts, and looks past what it does not', () => {
  // Cut at z = 2: the walls at x = 0 and x = 6 are filled, the space between them is not.
  const { png, camera, metresPerPixel } = drawn({ view: 'section', cutAt: 2, labels: false })
  const picture = pixelsOf(png)
  const pixel = (x: number, y: number): [number, number] => [
    Math.round(80 + (x - camera.eye[0]) / metresPerPixel!),
    Math.round(60 - (y - camera.eye[1]) / metresPerPixel!),
  ]
  const dark = ([x, y]: [number, number]): boolean =>
    picture.at(x, y).every((channel) => channel < 90)
  expect(camera.eye[2]).toBe(2)
  expect(dark(pixel(0, 1.3))).toBe(true)
  expect(dark(pixel(5, -0.1))).toBe(true)
  expect(dark(pixel(1.4, 1.3))).toBe(false)
})

/** Mean red, green and blue of each of 4 by 3 fields: what survives another platform's rounding. */
function fieldsOf(png: Buffer): number[][] {
  const picture = pixelsOf(png)
  return Array.from({ length: 12 }, (_, field) => {
    const sum = [0, 0, 0]
    for (let y = 0; y < 16; y++) {
      for (let x = 0; x < 16; x++) {
        const pixel = picture.at((field % 4) * 16 + x, Math.floor(field / 4) * 16 + y)
        for (let k = 0; k < 3; k++) sum[k] += pixel[k] / 256
      }
    }
    return sum
  })
}

test('the sun stands over the left shoulder: of two walls the one at the left is brighter', () => {
  for (const from of ['south_east', 'north_west'] as const) {
    const fields = fieldsOf(drawn({ view: 'perspective', from, width: 64, height: 48 }).png)
    const brightness = fields.map(([r, g, b]) => (r + g + b) / 3)
    expect(brightness[5]).toBeGreaterThan(brightness[6] + 5)
  }
})

test('a room requested from a side is seen from above', () => {
  const { camera, visibleIds } = drawn({
    view: 'perspective',
    targetId: 'zone_8',
    from: 'south_west',
  })
  expect(camera.eye[0]).toBeLessThan(0)
  expect(camera.eye[2]).toBeGreaterThan(4)
  expect(visibleIds).toContain('column_11')
})

test('a plan fills its walls darkly and its room in the colour of the zone', () => {
  const { png, camera, metresPerPixel } = drawn({ view: 'plan', labels: false })
  const picture = pixelsOf(png)
  const at = (x: number, z: number) =>
    picture.at(
      Math.round(80 + (x - camera.eye[0]) / metresPerPixel!),
      Math.round(60 + (z - camera.eye[2]) / metresPerPixel!),
    )
  expect(Math.max(...at(3, 0))).toBeLessThan(90)
  const [r, , b] = at(1.5, 1.2)
  expect(r).toBeGreaterThan(225)
  expect(r - b).toBeGreaterThan(20)
  // The door is a gap in the south wall.
  expect(Math.min(...at(1.5, 4))).toBeGreaterThan(120)
})

test('from every side of the world a house is seen whole', () => {
  for (const from of ['north', 'east', 'south', 'west', 'north_west'] as const) {
    const picture = pixelsOf(drawn({ view: 'perspective', from }).png)
    const isSky = (x: number, y: number): boolean => {
      const [r, g, b] = picture.at(x, y)
      return Math.min(r, g, b) > 190
    }
    for (let x = 0; x < 160; x++) expect(isSky(x, 0)).toBe(true)
  }
})

test.each([
  [{ width: 9000 }, 'invalid_view', 'width'],
  [{ height: 8 }, 'invalid_view', 'height'],
  [{ fovDeg: 179 }, 'invalid_view', 'fovDeg'],
  [{ eye: [0, 0, 0], lookAt: [0, 0, 0] }, 'invalid_view', 'lookAt'],
  [{ targetId: 'zone_99' }, 'node_not_found', 'targetId'],
  [{ levelId: 'zone_8' }, 'node_not_found', 'levelId'],
  [{ targetId: 'level_2' }, 'wrong_kind', 'targetId'],
  [{ view: 'elevation', from: 'north_east' }, 'invalid_view', 'from'],
  [{ view: 'elevation', targetId: 'zone_8' }, 'wrong_kind', 'targetId'],
  [{ view: 'section', targetId: 'wall_99' }, 'node_not_found', 'targetId'],
  [{ view: 'plan', levelId: 'level_99' }, 'node_not_found', 'levelId'],
])('%o is refused with %s, which names %s', async (request, code, param) => {
  const view = { view: 'perspective', ...request } as ViewRequest
  await expect(renderView(smallHouse(), view)).rejects.toMatchObject({ code, param })
})

test('a face farther from the sun than all things that cast shadows is in the light', () => {
  const polygon = [
    [-12, 3],
    [12, 3],
    [12, -3],
    [-12, -3],
  ]
  const lot = [
    [-15, 15],
    [15, 15],
    [15, -15],
    [-15, -15],
  ]
  const scene = sceneOf({ kind: 'slab', id: 'slab_3', polygon })
  const plate = withFields(scene, 'site_k3x9', { polygon: lot })
  const seen = drawn({ view: 'perspective', eye: [0, 40, 30], lookAt: [0, 0, 0] }, plate)
  const picture = pixelsOf(seen.png)
  const lawn = Array.from({ length: SMALL.width * SMALL.height }, (_, i) =>
    picture.at(i % SMALL.width, Math.floor(i / SMALL.width)),
  ).filter(([red, green]) => green > red + 8)
  expect(lawn.length).toBeGreaterThan(5000)
  // The plate is as high as the lawn: none of that is shaded.
  expect(lawn.filter(([, green]) => green < 120)).toEqual([])
})
