import type { Level, RoomFigures, SceneNode, Wall, Zone } from '../projects/answers.ts'
import { middleOf } from '../viewer/ring-middle.ts'
import { isInside } from '../viewer/scene-index.ts'
import { formatName } from './figures.ts'

/** A room of the schedule. */
export interface ScheduleRow {
  zoneId: string
  level: string
  room: string
  use: string
  /** False on terraces, balconies and in loggias. */
  isIndoors: boolean
  netArea: number
  clearHeight: number
  windows: number
  windowIds: readonly string[]
  windowArea: number
  /** Area of windows over the net area, in percent. */
  light: number
  doors: number
  floor: string
  walls: string
  ceiling: string
}

export interface ScheduleData {
  levels: readonly Level[]
  zones: readonly Zone[]
  figures: readonly RoomFigures[]
  walls: readonly Wall[]
  nodes: Readonly<Record<string, SceneNode>>
}

/** A face without a finish of its own has the usual look of its kind. */
const USUAL = 'standard'

/** The rooms in the order of their levels, with sizes, windows and finishes. */
export function scheduleRows({
  levels,
  zones,
  figures,
  walls,
  nodes,
}: ScheduleData): ScheduleRow[] {
  const figuresOf = new Map(figures.map((each) => [each.zoneId, each]))
  const order = new Map(levels.map(({ id }, index) => [id, index]))
  const sorted = zones.toSorted(
    (a, b) =>
      (order.get(a.levelId) ?? 0) - (order.get(b.levelId) ?? 0) ||
      roomName(a).localeCompare(roomName(b), 'en', { numeric: true }),
  )
  return sorted.map((zone) => {
    const level = levels.find(({ id }) => id === zone.levelId)
    const figure = figuresOf.get(zone.id)
    return {
      zoneId: zone.id,
      level: level ? levelName(level) : zone.levelId,
      room: roomName(zone),
      use: formatName(zone.roomType),
      isIndoors: zone.exposure === 'inside',
      netArea: zone.netArea,
      clearHeight: zone.clearHeight,
      windows: zone.windows.length,
      windowIds: zone.windows,
      windowArea: figure?.windowArea ?? 0,
      light: Math.round((figure?.lightRatio ?? 0) * 100),
      doors: zone.doors.length,
      floor: boardFinish(zone, nodes, 'slab', 'top'),
      walls: wallFinish(zone, walls, nodes),
      ceiling: boardFinish(zone, nodes, 'ceiling', 'underside'),
    }
  })
}

const roomName = ({ label, roomType }: Zone): string => label ?? formatName(roomType)

/** The name of a level for people. */
export function levelName({ label, index }: Pick<Level, 'label' | 'index'>): string {
  return label ?? (index === 0 ? 'Ground floor' : `Level ${index}`)
}

/** The finish of the floor or ceiling in the middle of a room. */
function boardFinish(zone: Zone, nodes: ScheduleData['nodes'], kind: string, face: string): string {
  const [x, z] = middleOf(zone.polygon)
  const boards = Object.values(nodes).filter(
    (node) =>
      node.kind === kind &&
      node.parent === zone.levelId &&
      // A board without an outline covers its whole level.
      (!node.polygon || isInside(node.polygon, x, z)),
  )
  if (boards.length === 0) return 'none'
  // A board with an outline of its own lies over one that covers the level.
  const board = boards.find(({ polygon }) => polygon) ?? boards[0]
  return finishName(board, face)
}

/** The finishes of the faces of walls that look into a room, the most frequent one first. */
function wallFinish(zone: Zone, walls: readonly Wall[], nodes: ScheduleData['nodes']): string {
  const counts = new Map<string, number>()
  for (const { id, left, right } of walls)
    for (const [face, zoneIds] of [
      ['left', left],
      ['right', right],
    ] as const) {
      if (!zoneIds.includes(zone.id) || !nodes[id]) continue
      const name = finishName(nodes[id], face)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  const names = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name)
  return names.length === 0 ? 'none' : names.join(', ')
}

function finishName({ finishes }: SceneNode, face: string): string {
  const finish = finishes?.[face] ?? finishes?.body
  if (!finish) return USUAL
  const color = finish.color ?? ''
  return finish.preset ? `${formatName(finish.preset)}${color && ` ${color}`}` : color || USUAL
}
