import { type Command, type CommandArguments, UsageError } from '../../terminal/command.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'
import { type Cell, formatTable } from '../../terminal/table.ts'
import { regionArea } from '../geometry/regions.ts'
import { levelFrames } from '../kernel/levels.ts'
import { type Quantities, quantities } from '../kernel/quantities.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import { wallShapes } from '../kernel/walls/wall-shapes.ts'
import { childrenOf, nodeOf, nodesOf, openingsOf, type Scene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { openDerivedScene, openScene } from './scene-on-disk.ts'

const VIEWS = ['rooms', 'walls', 'quantities', 'node'] as const

export const showCommand: Command = {
  name: 'show',
  summary: 'Show the contents of a scene: levels, rooms, walls, quantities, one node',
  usage: 'show <file> [options]',
  options: {
    level: { type: 'string', value: 'id', help: 'rooms or walls of this level only' },
    rooms: { type: 'boolean', help: 'every room with its net area' },
    walls: { type: 'boolean', help: 'every wall with its openings and free stretches' },
    quantities: { type: 'boolean', help: 'areas, lengths and volumes, by level and in total' },
    node: { type: 'string', value: 'id', help: 'one node as it is stored, with its children' },
    json: { type: 'boolean', help: 'as JSON' },
  },
  examples: [
    'plat-architect show house.json',
    'plat-architect show house.json --rooms --level level_2',
    'plat-architect show house.json --node wall_3',
  ],
  async run({ positionals, values }, out) {
    if (positionals.length !== 1) throw new UsageError('Give the path of one scene file.')
    const requested = VIEWS.filter((view) => values[view])
    if (requested.length > 1) throw new UsageError(`Choose one of --${requested.join(' and --')}.`)
    const [file] = positionals
    const open = requested[0] === 'node' ? openScene : openDerivedScene
    const scene = await open(file, 'show')
    const { value, text } = sceneReport(scene, requested[0], values)
    out.print(values.json ? JSON.stringify(value) : text)
    return 0
  },
}

interface Report {
  /** The value that `--json` prints. */
  value: unknown
  text: string
}

function sceneReport(
  scene: Scene,
  view: (typeof VIEWS)[number] | undefined,
  values: CommandArguments['values'],
): Report {
  const levelId = values.level as string | undefined
  const levels = [...levelFrames(scene).keys()]
  if (levelId !== undefined && !levels.includes(levelId))
    throw new UsageError(`There is no level ${levelId}. The levels are ${levels.join(', ')}.`)
  const chosen = levelId === undefined ? levels : [levelId]
  switch (view) {
    case 'rooms':
      return table(chosen.flatMap((id) => roomsOf(scene, id)))
    case 'walls':
      return table(chosen.flatMap((id) => wallsOf(scene, id)))
    case 'node':
      return nodeReport(scene, `${values.node}`)
    case 'quantities':
      return quantitiesReport(quantities(scene))
    default:
      view satisfies undefined
  }
  const summary = table(chosen.map((id) => levelOf(scene, id)))
  const hash = sceneHash(scene)
  const count = Object.keys(scene.nodes).length
  const name = nodesOf(scene, 'site')[0]?.label ?? 'A scene'
  return {
    value: { name, nodeCount: count, graphHash: hash, levels: summary.value },
    text: `${summary.text}\n${name}: ${count} nodes, ${hash.slice(0, 12)}.`,
  }
}

function levelOf(scene: Scene, id: string) {
  const { elevation, height } = levelFrames(scene).get(id)!
  const walls = childrenOf(scene, id, 'wall')
  return {
    level: id,
    name: nodeOf(scene, id, 'level')?.label ?? '',
    elevation: metres(elevation),
    height: metres(height),
    rooms: childrenOf(scene, id, 'zone').length,
    walls: walls.length,
    openings: walls.reduce((sum, wall) => sum + openingsOf(scene, wall.id).length, 0),
    items: childrenOf(scene, id, 'item').length,
  }
}

const roomsOf = (scene: Scene, levelId: string) =>
  childrenOf(scene, levelId, 'zone').map(({ id, label, roomType }) => ({
    room: id,
    level: levelId,
    name: label ?? '',
    type: roomType as string,
    'net m²': square(regionArea(zoneRegions(scene, id))),
  }))

const wallsOf = (scene: Scene, levelId: string) =>
  [...wallShapes(scene, levelId).values()].map(({ id, path, thickness, base, top, ...wall }) => ({
    wall: id,
    level: levelId,
    length: metres(path.length),
    thickness: metres(thickness),
    height: metres(top - base),
    openings: wall.openings.map((span) => span.id).join(' '),
    free: wall.freeSpans.map(([from, to]) => `${metres(from)}-${metres(to)}`).join(' '),
  }))

/**
 * One row per figure, one column per level. Unknown figures are a dash; `--json` has the reason.
 */
function quantitiesReport(all: Quantities): Report {
  const columns = [
    ...all.levels.map(({ id, figures }) => ({ name: id, figures })),
    { name: 'in all', figures: all.figures },
  ]
  const rows = Object.keys(all.figures).map((figure) => [
    figure,
    ...columns.map(({ figures }) => {
      const quantity = figures[figure as keyof typeof figures]
      return 'value' in quantity ? square(quantity.value) : null
    }),
  ])
  return { value: all, text: formatTable(['', ...columns.map(({ name }) => name)], rows) }
}

function table(rows: Record<string, Cell>[]): Report {
  if (rows.length === 0) return { value: rows, text: 'None.' }
  const header = Object.keys(rows[0])
  const cells = rows.map((row) => header.map((name) => row[name]))
  return { value: rows, text: formatTable(header, cells) }
}

function nodeReport(scene: Scene, id: string): Report {
  const node = Object.hasOwn(scene.nodes, id) ? scene.nodes[id] : undefined
  if (!node) {
    const near = nearestWord(id, Object.keys(scene.nodes))
    throw new UsageError(`There is no node ${id}${near ? `; did you mean ${near}?` : '.'}`)
  }
  const children = childrenOf(scene, id).map((child) => child.id)
  const value = { ...node, children }
  return { value, text: JSON.stringify(value, null, 2) }
}

const metres = (value: number): number => Math.round(value * 1000) / 1000
const square = (value: number): number => Math.round(value * 100) / 100
