import { expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../../tests/fuzz-seed.ts'
import { exampleScene } from '../../../tests/houses/example-scenes.ts'
import { largeBuilding } from '../../../tests/houses/large-building.ts'
import { isLongRun } from '../../../tests/long-run.ts'
import { validateScene } from '../../checks/validate.ts'
import { regionArea } from '../../geometry/regions.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { Draft } from '../draft.ts'
import { isRefused } from '../draft-answer.ts'
import { neighbourPairs } from './join-rooms.ts'

const ALL_SCENES: [string, () => Scene][] = [
  ['studio', () => exampleScene('studio')],
  ['family-house', () => exampleScene('family-house')],
  ['school', () => exampleScene('school')],
  ['large building', () => largeBuilding({ storeys: 2, roomsPerSide: 5, isFurnished: false })],
]
/** Of an ordinary run: the least building, and the one with the most rooms. */
const SCENES = ALL_SCENES.filter(([name]) => isLongRun || name === 'studio' || name === 'school')
/** Edits made a scene, and most that are tried: few, as the seed of each run is another one. */
const MADE = isLongRun ? 3 : 2
const TRIES = 30
/** Far longer than the edits of a scene take on a busy machine, in milliseconds. */
const SCENE_MS = 120_000

const pick = <Value>(random: () => number, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]
const netAreas = (scene: Scene): Record<string, number> =>
  Object.fromEntries(
    nodesOf(scene, 'zone').map(({ id }) => [
      id,
      Number(regionArea(zoneRegions(scene, id)).toFixed(3)),
    ]),
  )
/** Stretches of wall, whichever wall they belong to and in whichever direction it runs. */
const ends = (scene: Scene): string[] =>
  nodesOf(scene, 'wall')
    .map(({ parent, start, end, thickness }) => {
      const [a, b] = [start, end].map(String).sort()
      return `${parent} ${a} ${b} ${thickness}`
    })
    .sort()
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

test.each(SCENES)(
  '%s: a room that is split and merged is as it was',
  { timeout: SCENE_MS },
  (_, load) => {
    const scene = load()
    const random = seededRandom(FUZZ_SEED)
    let made = 0
    for (let i = 0; i < TRIES && made < MADE; i++) {
      const draft = new Draft(scene)
      const zoneId = pick(random, nodesOf(scene, 'zone')).id
      const call = {
        zoneId,
        axis: pick(random, ['x', 'z']),
        share: 0.3 + 0.4 * random(),
        items: 'shift',
      }
      const answer = draft.apply('split_room', call)
      if (isRefused(answer)) continue
      made++
      expect(validateScene(draft.scene).errors, JSON.stringify(call)).toEqual([])
      const { zoneIds } = answer as never as { zoneIds: string[] }
      const merged = draft.apply('merge_rooms', { zoneIds, items: 'shift' })
      expect(merged, JSON.stringify(call)).toMatchObject({ ok: true })
      expect(netAreas(draft.scene), JSON.stringify(call)).toEqual(netAreas(scene))
      expect(ends(draft.scene), JSON.stringify(call)).toEqual(ends(scene))
    }
    expect(made).toBeGreaterThan(0)
  },
)

test.each(SCENES)(
  '%s: a merged room has the areas of both and of the wall',
  { timeout: SCENE_MS },
  (_, load) => {
    const scene = load()
    const random = seededRandom(FUZZ_SEED)
    const levels = nodesOf(scene, 'level')
    let made = 0
    for (let i = 0; i < TRIES && made < MADE; i++) {
      const draft = new Draft(scene)
      const pairs = [...neighbourPairs(scene, pick(random, levels).id)]
      const [id, near] = pick(random, pairs)
      const zoneIds = [id, pick(random, [...near])]
      const answer = draft.apply('merge_rooms', { zoneIds, items: 'shift' })
      if (isRefused(answer)) continue
      made++
      expect(validateScene(draft.scene).errors, JSON.stringify(zoneIds)).toEqual([])
      const [before, after] = [netAreas(scene), netAreas(draft.scene)]
      const removed = (answer as never as { walls: { removed: string[] } }).walls.removed
      const gained = after[id] - before[zoneIds[0]] - before[zoneIds[1]]
      const walls = nodesOf(scene, 'wall').filter((wall) => removed.includes(wall.id))
      // The wall between the faces of those that it met: shorter than along the middle.
      expect(gained, JSON.stringify(zoneIds)).toBeGreaterThan(-0.01)
      expect(gained, JSON.stringify(zoneIds)).toBeLessThan(
        sum(walls.map((wall) => wallPath(wall).length * wall.thickness)) + 0.05,
      )
      for (const other of Object.keys(after).filter((zone) => !zoneIds.includes(zone)))
        expect(after[other], other).toBeCloseTo(before[other], 2)
    }
    expect(made).toBeGreaterThan(0)
  },
)

test.each(SCENES)(
  '%s: a room resized there and back is as it was',
  { timeout: SCENE_MS },
  (_, load) => {
    const scene = load()
    // Without furniture, which would not go back to where it was.
    const bare = new Draft(scene)
    bare.apply('delete_node', {
      ids: nodesOf(scene, 'item')
        .map(({ id }) => id)
        .slice(0, 256),
    })
    const random = seededRandom(FUZZ_SEED)
    const rooms = nodesOf(bare.scene, 'level').flatMap(({ id }) =>
      childrenOf(bare.scene, id, 'zone'),
    )
    let made = 0
    for (let i = 0; i < TRIES && made < MADE; i++) {
      const draft = new Draft(bare.scene)
      const by = pick(random, [0.1, 0.25, -0.1, -0.2])
      const call = {
        zoneId: pick(random, rooms).id,
        side: pick(random, ['north', 'east', 'south', 'west']),
        items: 'shift',
      }
      const answer = draft.apply('resize_room', { ...call, by })
      if (isRefused(answer)) continue
      expect(validateScene(draft.scene).errors, JSON.stringify(call)).toEqual([])
      const back = draft.apply('resize_room', { ...call, by: -by })
      if (isRefused(back)) continue
      made++
      expect(netAreas(draft.scene), `${JSON.stringify(call)} ${by}`).toEqual(netAreas(bare.scene))
      expect(ends(draft.scene), `${JSON.stringify(call)} ${by}`).toEqual(ends(bare.scene))
    }
    expect(made).toBeGreaterThan(0)
  },
)
