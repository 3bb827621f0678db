import { expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { newScene } from '../../scene/scene.ts'
import { sceneHash } from '../../scene/scene-hash.ts'
import { METRES_PER, UNITS, type Unit } from '../../scene/units.ts'
import { Draft } from '../draft.ts'

/** A room with openings, with every length converted from metres to the unit. */
function house(unit: Unit, seed: number): string {
  const random = seededRandom(seed)
  const length = (least: number, most: number) =>
    Math.round((least + random() * (most - least)) * 1000) / 1000 / METRES_PER[unit]
  const [x, z, width, depth] = [length(-5, 5), length(-5, 5), length(3, 6), length(3, 6)]
  const draft = new Draft(newScene('A house', 'k3x9'))
  const room = draft.apply('create_room', {
    label: 'A',
    unit,
    polygon: [
      [x, z],
      [x + width, z],
      [x + width, z - depth],
      [x, z - depth],
    ],
    wallHeight: length(2.4, 3),
    wallThickness: length(0.1, 0.3),
    doors: [{ edge: 0, t: 0.5, width: length(0.7, 1.2), height: length(1.9, 2.2) }],
    windows: [{ edge: 1, t: 0.4, width: length(0.6, 1.5), sill: length(0.5, 1) }],
  })
  expect(room).toMatchObject({ ok: true, skippedOpenings: [] })
  const [wallId] = (room as unknown as { wallIds: string[] }).wallIds.slice(-1)
  const door = draft.apply('add_door', {
    wallId,
    unit,
    offset: length(1, 2),
    width: length(0.7, 0.9),
  })
  expect(door).toMatchObject({ ok: true })
  expect(
    draft.apply('create_wall', {
      unit,
      start: [length(8, 9), length(8, 9)],
      end: [length(12, 15), length(8, 15)],
      sagitta: length(0.1, 0.5),
    }),
  ).toMatchObject({ ok: true })
  return sceneHash(draft.scene)
}

test('the same building gives the same scene in every unit', () => {
  for (let seed = 1; seed <= 6; seed++) {
    const inMetres = house('m', seed)
    for (const unit of UNITS) expect(house(unit, seed)).toBe(inMetres)
  }
})

test('bounds apply in metres: a wall of ten thousand millimetres is made, one of ten thousand feet is not', () => {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const wall = { start: [0, 0], end: [10_000, 0] }
  expect(draft.apply('create_wall', { ...wall, unit: 'mm' })).toMatchObject({ ok: true })
  expect(draft.apply('create_wall', { ...wall, unit: 'in', thickness: 120 })).toMatchObject({
    error: { code: 'invalid_input', param: 'thickness' },
  })
})
