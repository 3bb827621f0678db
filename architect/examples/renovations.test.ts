import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { largeBuilding } from '../../tests/houses/large-building.ts'
import {
  type Finder,
  RENOVATION_STORIES,
  type StoryCall,
} from '../../tests/houses/renovation-stories.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { validateScene } from '../checks/validate.ts'
import { verifyScene } from '../checks/verify.ts'
import { nearestOnSegment, subtract, unit } from '../geometry/point.ts'
import { regionArea } from '../geometry/regions.ts'
import { quantities } from '../kernel/quantities.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import { Draft } from '../operations/draft.ts'
import { isRefused } from '../operations/draft-answer.ts'
import { childrenOf, nodesOf, type Scene } from '../scene/scene.ts'
import { readScene } from '../scene/scene-file.ts'

/** Areas agree with the figures by hand within this, in square metres: half of the last digit. */
const AREA_M2 = 5e-4

/** One in three in `npm test`, of each building. */
const STORIES = RENOVATION_STORIES.filter((_, nth) => isLongRun || nth % 3 === 0)

describe.each(STORIES)('$building: $title', (story) => {
  const before = exampleScene(story.building)
  let made: ReturnType<typeof renovated> | undefined
  const after = () => {
    made ??= renovated(before, story.calls)
    return made
  }

  test('every call is made, and only the expected ones are refused at first', () => {
    expect(after().refusals).toEqual(story.refusals ?? [])
  })

  test('rooms have the areas computed by hand', () => {
    const { scene } = after()
    const areas = Object.keys(story.netAreas).map((label) => [label, netArea(scene, label)])
    for (const [label, value] of areas)
      expect(Math.abs(Number(value) - story.netAreas[label!]), `${label}: ${value}`).toBeLessThan(
        AREA_M2,
      )
    const labels = nodesOf(scene, 'zone').map(({ label }) => label)
    for (const label of story.isGone ?? []) expect(labels).not.toContain(label)
  })

  test('figures of the building are those computed by hand', () => {
    const { scene } = after()
    const { figures } = quantities(scene)
    for (const [name, value] of Object.entries(story.figures ?? {}))
      expect(figures, name).toMatchObject({ [name]: { value: expect.closeTo(value, 3) } })
    const { roomNetArea, enclosedArea } = figures
    if ('value' in roomNetArea && 'value' in enclosedArea)
      expect(roomNetArea.value).toBeCloseTo(enclosedArea.value, 3)
    else expect([roomNetArea, enclosedArea]).toEqual([])
  })

  test('no wall has turned, and no fault is new', () => {
    const { scene } = after()
    expect(obliqueWalls(scene)).toEqual(obliqueWalls(before))
    expect(validateScene(scene).errors).toEqual([])
    const known = errorsOf(before)
    const fresh = errorsOf(scene).filter((error) => !known.includes(error))
    expect(fresh.map((error) => error.split(':')[0])).toEqual(story.newErrors ?? [])
  })
})

if (isLongRun)
  describe('the building of 200 walls', () => {
    const before = largeBuilding()
    const levelId = 'level_2'
    const inLevel = (scene: Scene, label: string) =>
      childrenOf(scene, levelId, 'zone').find((zone) => zone.label === label)!
    const area = (scene: Scene, label: string) =>
      regionArea(zoneRegions(scene, inLevel(scene, label).id))

    test('one office is 30 cm wider, its neighbour narrower by as much', () => {
      const { scene } = renovated(before, [
        () => ({
          tool: 'resize_room',
          given: {
            zoneId: inLevel(before, 'Room S3').id,
            side: 'east',
            by: 0.3,
            items: 'refurnish',
          },
        }),
      ])
      // Rooms in the south are 6 m deep between a wall of 0.15 m and one of 0.3 m.
      const depth = 6 - 0.075 - 0.15
      expect(area(scene, 'Room S3') - area(before, 'Room S3')).toBeCloseTo(0.3 * depth, 3)
      expect(area(scene, 'Room S4') - area(before, 'Room S4')).toBeCloseTo(-0.3 * depth, 3)
      for (const label of ['Room S2', 'Room S5', 'Corridor'])
        expect(area(scene, label)).toBeCloseTo(area(before, label), 4)
      expect(obliqueWalls(scene)).toEqual([])
    })

    test('the corridor is widened along all its rooms', () => {
      const wallId = finderOf(before).wall([5, 1.2], 'Ground floor')
      const { scene } = renovated(before, [
        () => ({ tool: 'move_wall', given: { wallId, by: [0, 0.2], items: 'refurnish' } }),
      ])
      const zones = childrenOf(before, levelId, 'zone').filter(({ label }) =>
        /^Room S/.test(label!),
      )
      expect(zones.length).toBeGreaterThan(5)
      const depth = 6 - 0.075 - 0.15
      for (const { label } of zones)
        expect(area(scene, label!) / area(before, label!)).toBeCloseTo((depth - 0.2) / depth, 6)
      const width = area(before, 'Corridor') / 2.25
      expect(area(scene, 'Corridor')).toBeCloseTo(width * 2.45, 3)
      expect(obliqueWalls(scene)).toEqual([])
    })
  })

function exampleScene(folder: string): Scene {
  const file = join(import.meta.dirname, folder, 'scene.json')
  const read = readScene(readFileSync(file, 'utf8'))
  if ('faults' in read) throw new Error(`${file} has faults`)
  return read.scene
}

/** Makes the calls in order; where one is refused, its fix is made instead. */
function renovated(scene: Scene, calls: readonly ((find: Finder) => StoryCall)[]) {
  const draft = new Draft(scene)
  const refusals: string[] = []
  for (const of of calls) {
    const { tool, given } = of(finderOf(draft.scene))
    const answer = draft.apply(tool, given)
    if (!isRefused(answer)) continue
    refusals.push(answer.error.code)
    const { fix } = answer.error
    const instead = fix && draft.apply(fix.tool, fix.arguments)
    if (!instead || isRefused(instead))
      throw new Error(`${tool}: ${answer.error.message} No fix works.`)
  }
  return { scene: draft.scene, refusals }
}

function finderOf(scene: Scene): Finder {
  const found = <Thing>(thing: Thing | undefined, name: string): Thing => {
    if (thing === undefined) throw new Error(`the scene has no ${name}`)
    return thing
  }
  const level = (label: string) =>
    found(
      nodesOf(scene, 'level').find((node) => node.label === label),
      label,
    ).id
  return {
    level,
    room: (label) =>
      found(
        nodesOf(scene, 'zone').find((zone) => zone.label === label),
        label,
      ).id,
    wall: (at, levelLabel) => {
      const levelId = levelLabel ? level(levelLabel) : nodesOf(scene, 'level')[0].id
      const walls = childrenOf(scene, levelId, 'wall')
      const wall = walls.find(({ start, end }) => nearestOnSegment(at, start, end).distance < 1e-3)
      return found(wall, `wall at ${at}`).id
    },
    only: (kind) => found(nodesOf(scene, kind)[0], kind).id,
  }
}

function netArea(scene: Scene, label: string): number {
  const zone = nodesOf(scene, 'zone').find((node) => node.label === label)
  return zone ? regionArea(zoneRegions(scene, zone.id)) : Number.NaN
}

const errorsOf = (scene: Scene): string[] =>
  verifyScene(scene)
    .issues.filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`)

/** Walls that are parallel to neither axis. */
const obliqueWalls = (scene: Scene): string[] =>
  nodesOf(scene, 'wall')
    .filter(({ start, end }) => {
      const [x, z] = unit(subtract(end, start))
      return Math.min(Math.abs(x), Math.abs(z)) > 1e-6
    })
    .map(({ id }) => id)
