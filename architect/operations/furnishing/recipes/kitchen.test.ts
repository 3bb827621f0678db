import { describe, expect, test } from 'vitest'
import {
  box,
  faultsOf,
  furnished,
  type Opening,
  roomOf,
} from '../../../../tests/houses/furnished-room.ts'
import { clearGap } from '../../../geometry/convex.ts'
import { itemShape } from '../../../kernel/item-shape.ts'
import { nodesOf } from '../../../scene/scene.ts'

describe('the hob of a kitchen', () => {
  const kitchen = (width: number, depth: number, windows: Opening[], doors?: Opening[]) => {
    const { draft, zoneId } = roomOf('kitchen', box(width, depth), doors, windows)
    const { skipped } = furnished(draft, zoneId)
    expect(faultsOf(draft.scene, zoneId)).toEqual([])
    const items = nodesOf(draft.scene, 'item')
    const at = (asset: string) => items.find((item) => item.asset === asset)?.position
    return { skipped, hob: at('kitchen_hob')!, hood: at('cooker_hood') }
  }
  const wide = { t: 0.5, width: 1.6 }

  test.each([
    ['a window over one wall', 3.6, 3, [{ edge: 2, ...wide }]],
    ['windows over two walls of a corner', 4.2, 3.2, [1, 2].map((edge) => ({ edge, ...wide }))],
    ['a window beside the end of its wall', 2.8, 1.8, [{ edge: 1, t: 0.5, width: 0.9 }]],
    ['three windows', 4, 3.6, [1, 2, 3].map((edge) => ({ edge, ...wide }))],
  ])('%s: it has its hood above', (_, width, depth, windows) => {
    const { hob, hood } = kitchen(width, depth, windows)
    expect(hood).toBeDefined()
    expect(Math.hypot(hob[0] - hood![0], hob[2] - hood![2])).toBeLessThan(0.06)
  })

  test('where each wall is a window, it stands there, and the answer states what it lacks', () => {
    const windows = [1, 2, 3].map((edge) => ({ edge, t: 0.5, width: 2.5, sill: 1.1 }))
    const { hob, hood, skipped } = kitchen(3, 3, windows, [{ edge: 0, t: 0.5, width: 2.2 }])
    expect(hob).toBeDefined()
    expect(hood).toBeUndefined()
    expect(skipped).toContainEqual(
      expect.objectContaining({
        asset: 'cooker_hood',
        message: expect.stringMatching(
          /^The cooker hood would stand in the light of window_\d+\.$/,
        ),
      }),
    )
  })
})

describe('a kitchen in a corner', () => {
  const SIZES = [
    [3.4, 3.2],
    [4.2, 4],
    [3.6, 2.8],
    [5, 3.4],
  ] as const

  test.each(SIZES)('%d m by %d m: two runs meet in a corner unit', (width, depth) => {
    const { draft, zoneId } = roomOf('kitchen', box(width, depth))
    furnished(draft, zoneId)
    expect(faultsOf(draft.scene, zoneId)).toEqual([])
    const items = nodesOf(draft.scene, 'item')
    const named = (asset: string) => items.find((item) => item.asset === asset)!
    const corner = named('kitchen_corner')
    expect(corner).toBeDefined()
    // It touches units of both walls, which stand at a right angle.
    const outline = itemShape(draft.scene, corner.id)!.prism.outline
    const next = items.filter((item) => {
      const other = itemShape(draft.scene, item.id)!.prism
      const isUnit = item.id !== corner.id && other.bottom === 0
      return isUnit && clearGap(outline, other.outline) < 1e-3
    })
    expect(new Set(next.map(({ rotation }) => rotation)).size).toBe(2)
    // Sink, hob and fridge: 3.6 to 7.9 m of ways between them in all (NKBA, 12 to 26 ft).
    const stops = ['kitchen_sink', 'kitchen_hob', 'fridge'].map((name) => named(name).position)
    const ways = stops.map(([x, , z], index) => {
      const [a, , b] = stops[(index + 1) % 3]
      return Math.hypot(a - x, b - z)
    })
    const triangle = ways.reduce((sum, way) => sum + way, 0)
    expect(triangle).toBeGreaterThan(3.6)
    expect(triangle).toBeLessThan(7.9)
  })
})
