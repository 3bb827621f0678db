import { type Command, type CommandArguments, UsageError } from '../../terminal/command.ts'
import { type Cell, formatTable } from '../../terminal/table.ts'
import { isFailure, type ReadSuccess, runRead } from '../reads/run-read.ts'
import type { Scene } from '../scene/scene.ts'
import { formatFittedTable, terminalWidth } from './fitted-table.ts'
import { openDerivedScene, openScene } from './scene-on-disk.ts'

const VIEWS = ['rooms', 'walls', 'quantities', 'node'] as const
type View = (typeof VIEWS)[number]

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
    json: { type: 'boolean', help: 'the whole answer of the read as JSON' },
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
    const { answer, text } = sceneReport(scene, requested[0], values)
    out.print(values.json ? JSON.stringify(answer) : text)
    return 0
  },
}

interface Report {
  /** The answer of the read, which `--json` prints. */
  answer: ReadSuccess
  text: string
}

/** One read of the scene with the columns that people look at first. */
function sceneReport(
  scene: Scene,
  view: View | undefined,
  values: CommandArguments['values'],
): Report {
  const level = values.level === undefined ? {} : { levelId: `${values.level}` }
  switch (view) {
    case 'rooms': {
      const answer = wholeAnswer(scene, 'get_zones', level)
      return { answer, text: formatRows(entriesOf(answer.zones).map(roomRow)) }
    }
    case 'walls': {
      const answer = wholeAnswer(scene, 'get_walls', level)
      return { answer, text: formatRows(entriesOf(answer.walls).map(wallRow)) }
    }
    case 'node': {
      const answer = wholeAnswer(scene, 'get_node', { id: `${values.node}` })
      const { children } = answer.relations as Entry
      const stored = { ...(answer.node as Entry), children }
      return { answer, text: JSON.stringify(stored, null, 2) }
    }
    case 'quantities': {
      const answer = wholeAnswer(scene, 'quantities', {})
      return { answer, text: formatQuantities(answer) }
    }
    default:
      view satisfies undefined
  }
  const answer = wholeAnswer(scene, 'get_scene', level)
  const { name, nodeCount, graphHash } = answer
  const table = formatRows(entriesOf(answer.levels).map(levelRow))
  const title = `${name || 'A scene'}: ${nodeCount} nodes, ${`${graphHash}`.slice(0, 12)}.`
  return { answer, text: `${table}\n${title}` }
}

type Entry = Record<string, unknown>

/** The answer with all entries of its list. A wrong id of an option is a wrong call. */
function wholeAnswer(scene: Scene, name: string, given: Entry): ReadSuccess {
  const answer = runRead(scene, name, given, { isWhole: true })
  if (isFailure(answer)) throw new UsageError(answer.error.message)
  return answer
}

const entriesOf = (list: unknown): Entry[] => list as Entry[]

const levelRow = (level: Entry): Record<string, Cell> => ({
  level: `${level.id}`,
  name: `${level.label ?? ''}`,
  elevation: rounded(level.elevation, 1000),
  height: rounded(level.height, 1000),
  rooms: level.rooms as number,
  walls: level.walls as number,
  openings: level.openings as number,
  items: level.items as number,
})

const roomRow = (room: Entry): Record<string, Cell> => ({
  room: `${room.id}`,
  level: `${room.levelId}`,
  name: `${room.label ?? ''}`,
  type: `${room.roomType}`,
  'net m²': rounded(room.netArea, 100),
})

const wallRow = (wall: Entry): Record<string, Cell> => ({
  wall: `${wall.id}`,
  level: `${wall.levelId}`,
  length: rounded(wall.length, 1000),
  thickness: rounded(wall.thickness, 1000),
  height: rounded(wall.height, 1000),
  openings: entriesOf(wall.openings)
    .map(({ id }) => id)
    .join(' '),
  free: (wall.freeSpans as number[][])
    .map((span) => span.map((at) => rounded(at, 1000)).join('-'))
    .join(' '),
})

/** One row per figure, one column per level. Unknown figures are a dash, with reasons below. */
function formatQuantities(answer: ReadSuccess): string {
  const columns = [
    ...entriesOf(answer.levels).map((level) => ({ name: `${level.levelId}`, of: level })),
    { name: 'in all', of: answer as Entry },
  ]
  const figures = new Set(
    columns.flatMap(({ of }) => [...Object.keys(of.figures as Entry), ...reasonsOf(of).keys()]),
  )
  const rows = [...figures].map((figure): Cell[] => [
    figure,
    ...columns.map(({ of }) => {
      const value = (of.figures as Entry)[figure]
      return value === undefined ? null : rounded(value, 100)
    }),
  ])
  const reasons = columns.flatMap(({ name, of }) =>
    [...reasonsOf(of)].map(([figure, reason]) => `${figure} of ${name}: ${reason}.`),
  )
  return [formatTable(['', ...columns.map(({ name }) => name)], rows), ...reasons].join('\n')
}

const reasonsOf = ({ unavailable }: Entry): Map<string, unknown> =>
  new Map(Object.entries((unavailable ?? {}) as Entry))

function formatRows(rows: Record<string, Cell>[]): string {
  if (rows.length === 0) return 'None.'
  const header = Object.keys(rows[0])
  const cells = rows.map((row) => header.map((name) => row[name]))
  return formatFittedTable(header, cells, terminalWidth())
}

const rounded = (value: unknown, steps: number): number => Math.round(Number(value) * steps) / steps
