import { expect, test } from 'vitest'
import { sceneOf, withNodes } from '../../../tests/houses/scene-of.ts'
import { closedMeshFaults } from '../../../tests/oracles/closed-mesh.ts'
import { volumeOf } from '../../geometry/mesh-measure.ts'
import { DOOR_TYPES, WINDOW_TYPES } from '../../scene/nodes.ts'
import { bodyOf } from '../bodies.ts'
import { wallPath } from '../walls/wall-path.ts'

/** 0.3 m thick, on a chord of 6 m that it leaves by 1 m: its radius is (36 / 4 + 1) / 2 = 5 m. */
const arc = { start: [0, 0], end: [6, 0], sagitta: 1, thickness: 0.3 }
const plain = sceneOf({ kind: 'wall', id: 'wall_3', ...arc })

const meshVolume = (scene: typeof plain, id: string) =>
  bodyOf(scene, id)!.parts.reduce((sum, { mesh }) => sum + volumeOf(mesh), 0)

test('an arc takes an opening over many of its chords, cut along the arc', () => {
  const made = withNodes(plain, {
    kind: 'opening',
    id: 'opening_4',
    parent: 'wall_3',
    offset: 3.2,
    width: 3,
    height: 2,
    sill: 0,
  })
  expect(closedMeshFaults(bodyOf(made, 'wall_3')!.parts[0].mesh)).toEqual([])
  // 3 m along the middle of the wall, 0.3 m deep and 2 m high; the chords of 0.45 m enclose
  // (0.45 / 5)^2 / 6 = 0.14 % less.
  const cut = meshVolume(plain, 'wall_3') - meshVolume(made, 'wall_3')
  expect(cut).toBeGreaterThan(1.8 * 0.998)
  expect(cut).toBeLessThan(1.8)
})

const framed = [
  ...DOOR_TYPES.map((doorType) => ({ kind: 'door' as const, sill: 0, doorType })),
  ...WINDOW_TYPES.map((windowType) => ({ kind: 'window' as const, sill: 0.8, windowType })),
]
test.each(framed)('frame and leaves in an arc are closed and stand within it: %o', (fields) => {
  const scene = withNodes(plain, {
    id: 'door_4',
    parent: 'wall_3',
    offset: 3.2,
    width: 2.4,
    height: 1.8,
    ...fields,
    ...(fields.kind === 'window' && { id: 'window_4' }),
  })
  const id = `${fields.kind}_4`
  const { centre } = wallPath({ start: [0, 0], end: [6, 0], sagitta: 1 }).arc!
  for (const { name, mesh } of bodyOf(scene, id)!.parts) {
    expect(closedMeshFaults(mesh), name).toEqual([])
    if (/handle|sill/.test(name)) continue
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const [x, , z] = mesh.positions.slice(i, i + 3)
      const radius = Math.hypot(x - centre[0], z - centre[1])
      // The faces of the wall have radii of 4.85 and 5.15 m.
      expect(radius).toBeGreaterThan(4.849)
      expect(radius).toBeLessThan(5.151)
    }
  }
})
