import { expect, test } from 'vitest'
import { exampleScene } from '../../../tests/houses/example-scenes.ts'
import { runRead } from '../../reads/run-read.ts'
import { type ScheduleData, scheduleRows } from './schedule.ts'
import { scheduleSums } from './schedule-sums.ts'

const scene = exampleScene('family-house')

function read(tool: string, given: object = {}) {
  return runRead(scene, tool, given as never, { isWhole: true }) as never
}

test('the schedule of the family house: every room with areas, windows and finishes', () => {
  const { levels } = read('list_levels') as ScheduleData
  const { zones } = read('get_zones') as ScheduleData
  const { rooms } = read('quantities', { by: 'room' }) as { rooms: ScheduleData['figures'] }
  const { walls } = read('get_walls') as ScheduleData
  const { nodes } = scene as unknown as ScheduleData
  const rows = scheduleRows({ levels, zones, figures: rooms, walls, nodes })
  expect(rows).toHaveLength(zones.length)
  expect(new Set(rows.map(({ zoneId }) => zoneId)).size).toBe(zones.length)
  const areas = zones.reduce((sum, { netArea }) => sum + netArea, 0)
  expect(rows.reduce((sum, { netArea }) => sum + netArea, 0)).toBeCloseTo(areas)
  const [indoors, outdoors] = scheduleSums(rows)
  expect(indoors.netArea).toBeCloseTo(191.27, 1)
  expect(outdoors.netArea).toBeCloseTo(34.125)
  const windows = Object.values(nodes).filter(({ kind }) => kind === 'window')
  expect(indoors.windows).toBe(windows.length)
  // Levels follow each other from the lowest up.
  const orders = rows.map(({ level }) => levels.findIndex(({ label }) => label === level))
  expect(orders).toEqual(orders.toSorted((a, b) => a - b))
  const lit = rows.filter(({ windows, windowArea, light }) => windows * windowArea * light > 0)
  expect(lit.length).toBeGreaterThan(3)
  expect(new Set(rows.map(({ floor }) => floor)).size).toBeGreaterThan(1)
  for (const row of rows) expect(row.floor, row.room).not.toBe('')
})

test('a finish is that of the face which looks into the room', () => {
  const zone = {
    id: 'zone_1',
    levelId: 'level_1',
    roomType: 'bathroom',
    exposure: 'inside' as const,
    polygon: [
      [0, 0],
      [3, 0],
      [3, 3],
      [0, 3],
    ] as [number, number][],
    netArea: 9,
    grossArea: 10,
    clearHeight: 2.5,
    volume: 22,
    doors: [],
    windows: [],
  }
  const node = (id: string, kind: string, finishes = {}, more = {}) => ({
    [id]: { id, kind, parent: 'level_1', finishes, ...more },
  })
  const nodes = {
    ...node('slab_1', 'slab', { top: { preset: 'wood_oak' } }),
    ...node(
      'slab_2',
      'slab',
      { top: { preset: 'tiles', color: '#ffffff' } },
      { polygon: zone.polygon },
    ),
    ...node('wall_1', 'wall', { left: { color: '#112233' }, right: { preset: 'brick' } }),
    ...node('wall_2', 'wall', { body: { preset: 'brick' } }),
  }
  const walls = [
    { id: 'wall_1', left: [], right: ['zone_1'] },
    { id: 'wall_2', left: ['zone_1'], right: [] },
  ]
  const [row] = scheduleRows({ levels: [], zones: [zone], figures: [], walls, nodes })
  expect(row).toMatchObject({ floor: 'Tiles #ffffff', walls: 'Brick', ceiling: 'none', light: 0 })
})
