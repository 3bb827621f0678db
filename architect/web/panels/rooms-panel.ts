import { make } from '../../../web/element.ts'
import type { Level, RoomFigures, SceneNode, Wall, Zone } from '../projects/answers.ts'
import { type Column, figureTable } from './figure-table.ts'
import { formatName, unitOf } from './figures.ts'
import { loadInto, putInto } from './loading.ts'
import type { PanelContext, ProjectPanel } from './panel-context.ts'
import { type ScheduleRow, scheduleRows } from './schedule.ts'
import { scheduleSums } from './schedule-sums.ts'

const TABLES = { rooms: 'Rooms', levels: 'Levels', materials: 'Materials' } as const
type TableName = keyof typeof TABLES

const ROOM_COLUMNS: Column<ScheduleRow>[] = [
  { title: 'Room', of: ({ room }) => room },
  { title: 'Level', of: ({ level }) => level },
  { title: 'Area', unit: 'm²', of: ({ netArea }) => netArea },
  { title: 'Height', unit: 'm', of: ({ clearHeight }) => clearHeight },
  { title: 'Windows', of: ({ windows }) => windows },
  { title: 'Window area', unit: 'm²', of: ({ windowArea }) => windowArea },
  { title: 'Light', unit: '%', of: ({ light }) => light },
  { title: 'Doors', of: ({ doors }) => doors },
  { title: 'Floor', of: ({ floor }) => floor },
  { title: 'Walls', of: ({ walls }) => walls },
  { title: 'Ceiling', of: ({ ceiling }) => ceiling },
  { title: 'Use', of: ({ use }) => use },
]

/** The room schedule and the quantities by level and material, as tables with CSV files. */
export function roomsPanel(context: PanelContext): ProjectPanel {
  const choice = make(
    'select',
    { id: 'table-choice' },
    ...Object.entries(TABLES).map(([name, title]) => make('option', { value: name }, title)),
  )
  const place = make('div', { class: 'tables' })
  let isLoaded = false
  const load = () => {
    isLoaded = true
    loadInto(place, async () => await LOADERS[choice.value as TableName](context))
  }
  choice.addEventListener('change', load)
  const element = make(
    'div',
    {},
    make('div', { class: 'field' }, make('label', { for: 'table-choice' }, 'Table of'), choice),
    place,
  )
  return {
    element,
    show() {
      if (!isLoaded) load()
    },
    reset() {
      isLoaded = false
      putInto(place, [])
    },
  }
}

const LOADERS: Record<TableName, (context: PanelContext) => Promise<Node[]>> = {
  rooms: roomTable,
  levels: levelTable,
  materials: materialTable,
}

async function roomTable(context: PanelContext): Promise<Node[]> {
  const { calls } = context
  const { id, name } = context.project()
  const version = context.version()
  const [levels, zones, figures, walls, scene] = await Promise.all([
    calls.readAll<Level>(id, 'list_levels', { list: 'levels', version }),
    calls.readAll<Zone>(id, 'get_zones', { list: 'zones', version }),
    calls.readAll<RoomFigures>(id, 'quantities', { list: 'rooms', version, given: { by: 'room' } }),
    calls.readAll<Wall>(id, 'get_walls', { list: 'walls', version }),
    calls.scene(id, version),
  ])
  const nodes = scene.nodes as Record<string, SceneNode>
  const rows = scheduleRows({ levels, zones, figures, walls, nodes })
  if (rows.length === 0) return [make('p', { class: 'quiet-text' }, 'There are no rooms yet.')]
  return figureTable({
    caption: 'Room schedule',
    columns: ROOM_COLUMNS,
    rows,
    file: [name, 'rooms'],
    foot: scheduleSums(rows).map(({ title, netArea, windows, windowArea }) => ({
      title,
      figures: {
        Area: netArea,
        ...(windows !== null && { Windows: windows }),
        ...(windowArea !== null && { 'Window area': windowArea }),
      },
    })),
    onRow({ zoneId }) {
      context.select(zoneId)
      context.focusOn({ id: zoneId })
    },
  })
}

type Figures = Record<string, number>
interface LevelFigures {
  levelId: string
  label?: string
  figures: Figures
}

async function levelTable(context: PanelContext): Promise<Node[]> {
  const { id, name } = context.project()
  const { calls } = context
  const version = context.version()
  const given = { by: 'level' }
  const [rows, { figures: sums = {} }] = await Promise.all([
    calls.readAll<LevelFigures>(id, 'quantities', { list: 'levels', version, given }),
    calls.read<{ figures?: Figures }>(id, 'quantities', { ...given, limit: 1 }, version),
  ])
  const fields = [...new Set([...rows.map(({ figures }) => figures), sums].flatMap(Object.keys))]
  const columns: Column<LevelFigures>[] = [
    { title: 'Level', of: ({ levelId, label }) => label ?? levelId },
    ...fields.map((field) => ({
      title: formatName(field),
      unit: unitOf(field),
      of: ({ figures }: LevelFigures) => figures[field] ?? null,
    })),
  ]
  const onRow = ({ levelId }: LevelFigures) => context.select(levelId)
  // The sums of the service have what stands on no level, such as fences of the plot.
  const foot = {
    title: 'Sum',
    figures: Object.fromEntries(
      Object.entries(sums).map(([field, value]) => [formatName(field), value]),
    ),
  }
  const file = [name, 'levels']
  return figureTable({ caption: 'Levels', columns, rows, file, foot: [foot], onRow })
}

interface MaterialFigures {
  preset?: string
  color: string
  area: number
  volume: number
}

async function materialTable(context: PanelContext): Promise<Node[]> {
  const { id, name } = context.project()
  const rows = await context.calls.readAll<MaterialFigures>(id, 'quantities', {
    list: 'materials',
    version: context.version(),
    given: { by: 'material' },
  })
  const columns: Column<MaterialFigures>[] = [
    { title: 'Material', of: ({ preset, color }) => (preset ? formatName(preset) : color) },
    { title: 'Colour', of: ({ color }) => color },
    { title: 'Area', unit: 'm²', of: ({ area }) => area },
    { title: 'Volume', unit: 'm³', of: ({ volume }) => volume },
  ]
  return figureTable({ caption: 'Materials', columns, rows, file: [name, 'materials'] })
}
