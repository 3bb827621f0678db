import { levelFrames } from '../../kernel/levels.ts'
import { KINDS } from '../../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'

/** Levels that a summary lists; the tools list all. */
const LEVELS_LISTED_MAX = 40
/** Rooms that a summary lists, of all levels together. */
const ROOMS_LISTED_MAX = 150

/** A scene for the begin of a turn: its name, counts, levels and rooms, with ids. */
export function summaryOf(scene: Scene, projectName: string): string {
  const levels = [...levelFrames(scene).values()]
  const lines = [`Project: ${quoted(projectName)}`, `Nodes: ${countsOf(scene)}`]
  let roomsLeft = ROOMS_LISTED_MAX
  for (const { id, index, elevation, height } of levels.slice(0, LEVELS_LISTED_MAX)) {
    const rooms = childrenOf(scene, id, 'zone')
    const { label } = scene.nodes[id]
    lines.push(
      `${named(id, label)}, level ${index}: floor at ${metres(elevation)}, ${metres(height)} high, rooms: ${rooms.length}`,
    )
    for (const room of rooms.slice(0, roomsLeft))
      lines.push(`- ${named(room.id, room.label)}: ${room.roomType}`)
    if (rooms.length > roomsLeft) lines.push(`- and ${rooms.length - roomsLeft} more rooms`)
    roomsLeft = Math.max(0, roomsLeft - rooms.length)
  }
  if (levels.length > LEVELS_LISTED_MAX)
    lines.push(`and ${levels.length - LEVELS_LISTED_MAX} more levels`)
  return lines.join('\n')
}

function countsOf(scene: Scene): string {
  const counts = KINDS.map((kind) => [nodesOf(scene, kind).length, kind] as const)
  return counts.flatMap(([count, kind]) => (count > 0 ? [`${count} ${kind}`] : [])).join(', ')
}

const named = (id: string, label?: string): string =>
  label === undefined ? id : `${id} ${quoted(label)}`
const quoted = (text: string): string => JSON.stringify(text)
const metres = (length: number): string => `${Number(length.toFixed(2))} m`
