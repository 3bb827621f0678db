import { beforeAll, describe, expect, test } from 'vitest'
import { everyKind } from '../../tests/houses/every-kind.ts'
import { cornersOf, loadedGlb, meshesOf, nodeNamed, playTo } from '../../tests/houses/loaded-glb.ts'
import type { Point3 } from '../geometry/vector.ts'
import { bodyOf } from '../kernel/bodies.ts'
import { type Motion, motionsOf, movedPoint } from '../kernel/openings/motions.ts'
import { bakeScene } from './bake-scene.ts'

const scene = everyKind()
const OPENINGS = Object.values(scene.nodes).filter(
  ({ kind }) => kind === 'door' || kind === 'window',
)
const OPENING = OPENINGS.filter(({ id }) => motionsOf(scene, id).length > 0)
/** Corners are in single precision, 15 m from the origin, over four nodes. */
const NEAR_M = 2e-5
/** Between its keys a section that rolls up leaves its track by less. */
const NEAR_TRACK_M = 2e-3

let gltf: Awaited<ReturnType<typeof loadedGlb>>
beforeAll(async () => {
  const baked = await bakeScene(scene)
  if (baked.kind === 'empty') throw new Error('nothing was baked')
  gltf = await loadedGlb(baked.glb)
})

/** The distinct corners of some parts of a body. */
function cornersOfParts(id: string, names: readonly string[]): Point3[] {
  const distinct = new Map<string, Point3>()
  for (const { name, mesh } of bodyOf(scene, id)!.parts) {
    if (!names.includes(name)) continue
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const corner = [...mesh.positions.slice(i, i + 3)] as unknown as Point3
      distinct.set(corner.map((value) => value.toFixed(6)).join(), corner)
    }
  }
  return [...distinct.values()]
}

/** The greatest distance of a point of one list to the nearest one of the other, both ways. */
function apart(one: readonly Point3[], other: readonly Point3[]): number {
  const farthest = (from: readonly Point3[], to: readonly Point3[]) =>
    Math.max(
      ...from.map((a) =>
        Math.min(...to.map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]))),
      ),
    )
  return Math.max(farthest(one, other), farthest(other, one))
}

/** How far the leaves of the file are from where the kernel has them, open by a share. */
function offTrack(id: string, share: number): number {
  playTo(gltf, `${id}: open`, share)
  const motions = motionsOf(scene, id)
  const distances = motions.map((motion: Motion) => {
    const expected = cornersOfParts(id, motion.parts).map((corner) =>
      movedPoint(motions, motion.group, share, corner),
    )
    const found = cornersOf(meshesOf(nodeNamed(gltf, `${id}_${motion.group}`)))
    return apart(found, expected)
  })
  return Math.max(...distances)
}

test('every type of door and window opens, save the fixed window', () => {
  expect(OPENINGS.length - OPENING.length).toBe(1)
  expect(gltf.animations.map(({ name }) => name).sort()).toEqual(
    OPENING.map(({ id }) => `${id}: open`).sort(),
  )
  for (const { name, duration } of gltf.animations) {
    const { clips, openable } = nodeNamed(gltf, name.split(':')[0]).userData
    expect(clips).toEqual([{ name, duration }])
    expect(openable).toBe(true)
  }
})

describe.each(OPENING.map((node) => [Object.values(node).slice(0, 2).join(' '), node] as const))(
  '%s',
  (_, { id }) => {
    test('rests closed, and its clip ends where the kernel has its leaves open', () => {
      expect(offTrack(id, 0)).toBeLessThan(NEAR_M)
      expect(offTrack(id, 1)).toBeLessThan(NEAR_M)
    })

    test('its leaves are on their way between the ends too', () => {
      const motions = motionsOf(scene, id)
      const near = motions[0].kind === 'roll' ? NEAR_TRACK_M : NEAR_M
      for (const share of [0.13, 0.37, 0.5, 0.71, 0.93])
        expect(offTrack(id, share)).toBeLessThan(near)
    })

    test('what does not move is in the node itself', () => {
      const moving = motionsOf(scene, id).flatMap(({ parts }) => parts)
      const names = bodyOf(scene, id)!.parts.map(({ name }) => name)
      const still = names.filter((name) => !moving.includes(name))
      const found = cornersOf(meshesOf(nodeNamed(gltf, id)))
      expect(apart(found, cornersOfParts(id, still))).toBeLessThan(NEAR_M)
    })

    test('a leaf has no id of its own, and what turns or slides evenly has the fewest keys', () => {
      const clip = gltf.animations.find(({ name }) => name === `${id}: open`)!
      for (const { group, kind, amount } of motionsOf(scene, id)) {
        const leaf = nodeNamed(gltf, `${id}_${group}`)
        expect(leaf.userData.svcId).toBeUndefined()
        const tracks = clip.tracks.filter(({ name }) => name.startsWith(`${leaf.name}.`))
        expect(tracks.map(({ name }) => name.split('.')[1]).sort()).toEqual(
          { turn: ['quaternion'], fold: ['quaternion'], slide: ['position'] }[kind as 'turn'] ?? [
            'position',
            'quaternion',
          ],
        )
        // Half a turn has a key in its middle, as either way would be the shorter one.
        const keys = kind === 'roll' ? 65 : Math.abs(amount) > 120 && kind !== 'slide' ? 3 : 2
        for (const { times } of tracks) expect(times).toHaveLength(keys)
      }
    })
  },
)
