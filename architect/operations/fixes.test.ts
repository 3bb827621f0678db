import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { distance, nearestOnSegment } from '../geometry/point.ts'
import { newScene, nodesOf, type Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { Draft } from './draft.ts'
import type { Refused } from './draft-answer.ts'

type Point = [number, number]
/** Careless calls: half of them do not fit. */
function carelessCall(scene: Scene, random: () => number): [string, Record<string, unknown>] {
  const number = (least: number, most: number) =>
    Math.round((least + random() * (most - least)) * 10) / 10
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const point = (): Point => [number(-5, 8), number(-8, 5)]
  const box = (): Point[] => {
    const [[x, z], width, depth] = [point(), number(0.3, 6), number(0.3, 6)]
    return [
      [x, z],
      [x + width, z],
      [x + width, z - depth],
      [x, z - depth],
    ]
  }
  const wallId = pick(nodesOf(scene, 'wall'))?.id ?? 'wall_3'
  return pick<() => [string, Record<string, unknown>]>([
    () => ['create_room', { label: 'A', polygon: box(), doors: [{ edge: 0, t: random() }] }],
    () => ['create_room', { label: 'B', polygon: [point(), point(), point(), point()] }],
    () => ['create_wall', { start: point(), end: point(), thickness: pick([0.1, 0.15, 0.3]) }],
    () => ['create_wall', { start: point(), end: point(), sagitta: number(-2, 2) }],
    () => ['add_door', { wallId, t: random(), doorType: pick(['hinged', 'double', 'sliding']) }],
    () => ['add_window', { wallId, offset: number(0, 5), sill: number(0, 2.5) }],
    () => ['create_story_shell', { footprint: box() }],
    () => ['set_zone', { polygon: box() }],
    () => ['cut_opening', { targetId: pick(nodesOf(scene, 'slab'))?.id ?? wallId, polygon: box() }],
  ])()
}

const SEEDS = isLongRun ? 4 : 2

test('every offered fix works, a refusal changes nothing, and walls meet at their ends only', () => {
  let fixes = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = seededRandom(seed)
    const draft = new Draft(newScene('A house', 'k3x9'))
    for (let step = 0; step < 25; step++) {
      const before = sceneHash(draft.scene)
      const { version } = draft
      const [tool, given] = carelessCall(draft.scene, random)
      const { error } = draft.apply(tool, given) as Refused
      if (error) {
        expect(error.code, error.message).not.toBe('invalid_result')
        expect(sceneHash(draft.scene)).toBe(before)
      }
      if (error?.fix) {
        const answer = draft.apply(error.fix.tool, error.fix.arguments)
        expect(answer, JSON.stringify([seed, step, tool, given])).toMatchObject({ ok: true })
        fixes++
      }
      if (draft.version > version) {
        const after = sceneHash(draft.scene)
        draft.undo()
        expect(sceneHash(draft.scene)).toBe(before)
        draft.redo()
        expect(sceneHash(draft.scene)).toBe(after)
      }
    }
    expect(endsWithinWalls(draft.scene)).toEqual([])
  }
  expect(fixes).toBeGreaterThan(5 * SEEDS)
})

/** Ends of walls that lie on another straight wall, but not at its ends. */
function endsWithinWalls(scene: Scene): string[] {
  const walls = nodesOf(scene, 'wall').filter(({ sagitta }) => sagitta === 0)
  return walls.flatMap((wall) =>
    walls
      .filter((other) => other !== wall)
      .filter((other) =>
        [wall.start, wall.end].some(
          (end) =>
            nearestOnSegment(end, other.start, other.end).distance < 0.001 &&
            Math.min(distance(end, other.start), distance(end, other.end)) > 0.0015,
        ),
      )
      .map((other) => `${wall.id} ends on ${other.id}`),
  )
}
