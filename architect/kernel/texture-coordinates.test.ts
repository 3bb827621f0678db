import { expect, test } from 'vitest'
import { exampleScene } from '../../tests/houses/example-scenes.ts'
import { sceneOf } from '../../tests/houses/scene-of.ts'
import { rectangle } from '../geometry/mesh.ts'
import { minus, type Point3 } from '../geometry/vector.ts'
import { bodyOf, sceneBodies } from './bodies.ts'
import type { Part } from './body.ts'
import { laidFloor } from './laid.ts'
import { texturedMesh, textureFrames, textureU, textureV } from './texture-coordinates.ts'

const corner = (values: Float64Array, index: number): Point3 => [
  values[index * 3],
  values[index * 3 + 1],
  values[index * 3 + 2],
]
const partOf = (scene: Parameters<typeof bodyOf>[0], id: string, name: string): Part =>
  bodyOf(scene, id)!.parts.find((part) => part.name === name)!

/** The frame of the first triangle whose normal goes that way. */
function frameTowards(part: Part, way: Point3) {
  const { frames, ofTriangle } = textureFrames(part)
  const { normals, indices } = part.mesh
  for (const [t, frame] of ofTriangle.entries()) {
    const normal = corner(normals, indices[t * 3])
    if (Math.hypot(...minus(normal, way)) < 1e-6) return frames[frame]
  }
  throw new Error(`no face towards ${way}`)
}

test('nothing is stretched: edges are as long in the texture as in the family house', () => {
  let worst = 0
  let edges = 0
  for (const { parts } of sceneBodies(exampleScene('family-house')))
    for (const part of parts) {
      const mesh = texturedMesh(part)
      expect(mesh.indices.length).toBe(part.mesh.indices.length)
      for (let i = 0; i < mesh.indices.length; i++) {
        const [a, b] = [mesh.indices[i], mesh.indices[i % 3 === 2 ? i - 2 : i + 1]]
        const space = Math.hypot(...minus(corner(mesh.positions, a), corner(mesh.positions, b)))
        const flat = Math.hypot(
          mesh.coordinates[a * 2] - mesh.coordinates[b * 2],
          mesh.coordinates[a * 2 + 1] - mesh.coordinates[b * 2 + 1],
        )
        worst = Math.max(worst, Math.abs(space - flat))
        edges++
      }
    }
  expect(edges).toBeGreaterThan(50_000)
  expect(worst).toBeLessThan(1e-6)
})

const wall = (id: string, start: number[], end: number[], rest: object = {}) => ({
  kind: 'wall' as const,
  id,
  start,
  end,
  thickness: 0.2,
  ...rest,
})

test('on a wall u goes right and v up, also past the joint of two walls in one line', () => {
  const scene = sceneOf(wall('wall_3', [0, 0], [3, 0]), wall('wall_4', [3, 0], [7, 0]))
  for (const id of ['wall_3', 'wall_4']) {
    // Seen from the south, east is to the right; seen from the north, west.
    const south = frameTowards(partOf(scene, id, 'wall'), [0, 0, 1])
    expect([textureU(south, [3, 0, 0.1]), textureV(south, [3, 1.5, 0.1])]).toEqual([3, 1.5])
    const north = frameTowards(partOf(scene, id, 'wall'), [0, 0, -1])
    expect(textureU(north, [3, 0, -0.1])).toBe(-3)
  }
})

test('around an arc the chords follow one another within a millimetre', () => {
  const scene = sceneOf(wall('wall_3', [0, 0], [6, 0], { sagitta: 1.5 }))
  const part = partOf(scene, 'wall_3', 'wall')
  const mesh = texturedMesh(part)
  const places = new Map<string, number[]>()
  for (let i = 0; i < mesh.positions.length / 3; i++) {
    const [x, y, z] = corner(mesh.positions, i)
    // Corners between two chords of one face, at the foot of the wall.
    if (y !== 0 || Math.abs(mesh.normals[i * 3 + 1]) > 0.5) continue
    const normal = corner(mesh.normals, i).map((value) => value.toFixed(3))
    const key = [x.toFixed(6), z.toFixed(6), normal].join(' ')
    places.set(key, [...(places.get(key) ?? []), mesh.coordinates[i * 2]])
  }
  const shared = [...places.values()].filter((us) => us.length > 1)
  expect(shared.length).toBeGreaterThan(10)
  for (const us of shared) expect(Math.max(...us) - Math.min(...us)).toBeLessThan(0.001)
})

test('a floor begins at a corner of its slab and goes along its longer side', () => {
  expect(laidFloor(rectangle([5, -2], 4, 6))).toEqual({
    kind: 'floor',
    origin: [3, 1],
    along: [0, -1],
  })
  const slab = { kind: 'slab' as const, id: 'slab_3', polygon: rectangle([5, -2], 6, 4) }
  const part = partOf(sceneOf(slab), 'slab_3', 'top')
  expect(part.material.texture).toBe('boards')
  const frame = frameTowards(part, [0, 1, 0])
  expect(textureU(frame, [2, 0, 0])).toBeCloseTo(0, 9)
  expect(textureV(frame, [2, 0, 0])).toBeCloseTo(0, 9)
  expect(textureU(frame, [8, 0, 0])).toBeCloseTo(6, 9)
  // To the left of east, as seen from above, is north.
  expect(textureV(frame, [2, 0, -4])).toBeCloseTo(4, 9)
})

test('courses of a roof begin at its eaves and go up along the slope', () => {
  const roof = {
    kind: 'roof' as const,
    id: 'roof_3',
    polygon: rectangle([0, 0], 8, 6),
    pitch: 45,
    overhang: 0,
    base: 3,
  }
  const part = partOf(sceneOf(roof), 'roof_3', 'cover')
  const half = Math.SQRT1_2
  const frame = frameTowards(part, [0, half, half])
  expect(frame.u[1]).toBeCloseTo(0, 9)
  const { positions } = part.mesh
  const tops: number[] = []
  for (let i = 0; i < positions.length / 3; i++)
    if (Math.abs(part.mesh.normals[i * 3 + 2] - half) < 1e-6 && part.mesh.normals[i * 3 + 1] > 0)
      tops.push(textureV(frame, corner(positions, i)))
  expect(Math.min(...tops)).toBeCloseTo(0, 9)
  // Half of 6 m at 45 degrees.
  expect(Math.max(...tops)).toBeCloseTo(3 * Math.SQRT2, 6)
})

test('the texture of an item moves and turns with it', () => {
  const table = (position: number[], rotation: number) => {
    const item = { kind: 'item' as const, id: 'item_3', asset: 'dining_chair', position, rotation }
    const mesh = texturedMesh(bodyOf(sceneOf(item), 'item_3')!.parts[0])
    return mesh.coordinates
  }
  const [still, moved] = [table([0, 0, 0], 0), table([4, 0, -3], 30)]
  expect(moved.length).toBe(still.length)
  for (const [index, value] of moved.entries()) expect(value).toBeCloseTo(still[index], 6)
})
