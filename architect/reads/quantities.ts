import { z } from 'zod'
import { LEVEL_FIGURES, type LevelFigure } from '../kernel/level-figures.ts'
import { levelFrames } from '../kernel/levels.ts'
import { materialFigures } from '../kernel/material-figures.ts'
import { type LevelFigures, type Quantities, quantities } from '../kernel/quantities.ts'
import { MATERIAL_NAMES, TEXTURE_NAMES } from '../scene/materials.ts'
import { ROOM_TYPE_NAMES } from '../scene/room-types.ts'
import type { Scene } from '../scene/scene.ts'
import { idOut, kindField, labelField, levelIdField, levelIdIn } from './answer-fields.ts'
import { areaOut, type Dimension, lengthOut, volumeOut } from './answer-units.ts'
import { namedNode } from './named-node.ts'
import { pageFields } from './page.ts'
import type { Read, ReadResult } from './read.ts'
import { roomsOn } from './rooms-on.ts'

const input = z.strictObject({
  by: z.enum(['level', 'room', 'material']).default('level'),
  levelId: levelIdIn,
  ...pageFields,
})
type Input = z.infer<typeof input>

const FIGURES = Object.keys(LEVEL_FIGURES) as LevelFigure[]

/** Metres to this power by the end of a figure's name; a name with another end is a count. */
const DIMENSIONS: [RegExp, Dimension][] = [
  [/Length$/, 1],
  [/Area$/, 2],
  [/Volume$/, 3],
]
const OUTPUT: Record<Dimension, () => z.ZodNumber> = { 1: lengthOut, 2: areaOut, 3: volumeOut }

const figuresOut = () =>
  z.strictObject(
    Object.fromEntries(
      FIGURES.map((name) => {
        const dimension = DIMENSIONS.find(([end]) => end.test(name))?.[1]
        return [name, (dimension ? OUTPUT[dimension]() : z.number()).optional()]
      }),
    ),
  )
const unavailableOut = z
  .record(z.string(), z.string())
  .optional()
  .describe('Figures that are not known, each with the reason')

const level = z.strictObject({
  levelId: levelIdField,
  label: labelField,
  figures: figuresOut().describe('Lengths, areas and volumes; stairRisers is a count'),
  unavailable: unavailableOut,
})
const room = z.strictObject({
  zoneId: idOut().describe('Id of the room'),
  levelId: levelIdField,
  label: labelField,
  roomType: z.enum(ROOM_TYPE_NAMES).describe('Use of the room'),
  netArea: areaOut().describe('Area between the faces of the walls'),
  grossArea: areaOut().describe('Area along the middle of the walls'),
  perimeter: lengthOut().describe('Border of the net area'),
  clearHeight: lengthOut().describe('From the floor to the lowest ceiling, slab or top of walls'),
  volume: volumeOut().describe('Of the net area, up to its ceilings'),
  wallFaceArea: areaOut().describe('Faces of its walls up to the clear height, less openings'),
  floorArea: areaOut().describe('Net area with a floor, without holes over stairs'),
  ceilingArea: areaOut().describe('Net area under a ceiling'),
  doorArea: areaOut().describe('Area of its doors'),
  windowArea: areaOut().describe('Area of its windows'),
  openingArea: areaOut().describe('Area of openings without a door or window'),
  lightRatio: z
    .number()
    .describe('Area of its windows and glazed doors to the outdoors over the net area'),
})
const measures = {
  area: areaOut().describe('Surface that shows this look'),
  volume: volumeOut().describe('Of the solids of this look'),
}
const material = z.strictObject({
  preset: z.enum(MATERIAL_NAMES).optional().describe('Material; absent of a colour of its own'),
  color: z.string().describe('#rrggbb'),
  texture: z.enum(TEXTURE_NAMES).optional().describe('Pattern; absent of one plain colour'),
  ...measures,
  kinds: z
    .array(z.strictObject({ kind: kindField, ...measures }))
    .describe('The same by kind of node'),
})

export const quantitiesRead: Read<Input> = {
  name: 'quantities',
  description:
    'Lengths, areas and volumes by level, by room or by material. They are of walls, floors, roofs and openings.',
  example: { by: 'room' },
  input,
  result: z.strictObject({
    siteArea: areaOut().optional().describe('Of level: area of the plot'),
    figures: figuresOut()
      .optional()
      .describe('Of level: sums over the levels, with the fences of the site'),
    unavailable: unavailableOut,
    levels: z.array(level).optional().describe('Of level: from the lowest up'),
    rooms: z.array(room).optional().describe('Of room: level by level, in the order of ids'),
    materials: z.array(material).optional().describe('Of material: the largest area first'),
  }),
  run(scene, { by, levelId }) {
    const only = levelId === undefined ? null : namedNode(scene, levelId, 'levelId', ['level'])
    const levelIds = only ? [only.id] : [...levelFrames(scene).keys()]
    switch (by) {
      case 'level':
        return byLevel(scene, only?.id ?? null)
      case 'room':
        return byRoom(scene, levelIds)
      case 'material':
        return byMaterial(scene, only?.id ?? null)
      default:
        return by satisfies never
    }
  },
}

function byRoom(scene: Scene, levelIds: readonly string[]): ReadResult {
  const rooms = levelIds.flatMap((id) => [...roomsOn(scene, id).values()])
  return { fields: {}, list: { name: 'rooms', entries: rooms } }
}

function byMaterial(scene: Scene, levelId: string | null): ReadResult {
  const figures =
    levelId === null ? cachedQuantities(scene).materials : materialFigures(scene, levelId)
  const entries = figures.map(({ material, preset, ...measures }) => ({
    ...(preset !== null && { preset }),
    color: material.color,
    ...(material.texture && { texture: material.texture }),
    ...measures,
  }))
  return { fields: {}, list: { name: 'materials', entries } }
}

function byLevel(scene: Scene, levelId: string | null): ReadResult {
  const { levels, figures, siteArea } = cachedQuantities(scene)
  const entries = levels
    .filter(({ id }) => levelId === null || id === levelId)
    .map((level) => ({ levelId: level.id, label: level.label, ...knownFigures(level.figures) }))
  const total = levelId === null ? knownFigures(figures) : {}
  return { fields: { siteArea, ...total }, list: { name: 'levels', entries } }
}

const known = new WeakMap<Scene['nodes'], Quantities>()

/** Quantities measure every solid of the scene: each page would measure them again. */
function cachedQuantities(scene: Scene): Quantities {
  const all = known.get(scene.nodes) ?? quantities(scene)
  known.set(scene.nodes, all)
  return all
}

/** The known figures, and the reasons for the others. */
function knownFigures(all: LevelFigures) {
  const figures: Record<string, number> = {}
  const unavailable: Record<string, string> = {}
  for (const name of FIGURES) {
    const figure = all[name]
    if ('value' in figure) figures[name] = figure.value
    else unavailable[name] = figure.unavailable
  }
  return { figures, ...(Object.keys(unavailable).length > 0 && { unavailable }) }
}
