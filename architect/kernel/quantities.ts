import { area } from '../geometry/polygon.ts'
import { KINDS, type Kind } from '../scene/nodes.ts'
import { levelIdOf, nodesOf, type Scene } from '../scene/scene.ts'
import { fencesLength, LEVEL_FIGURES, type LevelFigure, type Quantity } from './level-figures.ts'
import { levelFrames } from './levels.ts'
import { type MaterialFigures, materialFigures } from './material-figures.ts'
import { type RoomFigures, roomsOfLevel } from './room-figures.ts'
import { sitePolygon } from './site-polygon.ts'

export type LevelFigures = Record<LevelFigure, Quantity>
export type Counts = Partial<Record<Kind, number>>

/** The figures of a room under its id. */
export type RoomQuantities = { id: string } & Omit<RoomFigures, 'zoneId' | 'levelId'>

export interface LevelQuantities {
  id: string
  label?: string
  index: number
  /** Height of the floor above the site's ground, in metres. */
  elevation: number
  figures: LevelFigures
  /** Only of the kinds that occur. */
  counts: Counts
  rooms: RoomQuantities[]
}

export interface Quantities {
  /** Building by building, from the lowest level up. */
  levels: LevelQuantities[]
  /** Sums over all levels, with fences of sites; unavailable where the figure of a level is. */
  figures: LevelFigures
  counts: Counts
  /** Area and volume of every look, the largest area first. */
  materials: MaterialFigures[]
  /** Area of all sites, in square metres. */
  siteArea: number
}

/** Areas, lengths, volumes and counts of a project, by level and in all. */
export function quantities(scene: Scene): Quantities {
  const levels = [...levelFrames(scene).values()].map(({ id, index, elevation }) => ({
    id,
    label: scene.nodes[id].label,
    index,
    elevation,
    figures: figuresOf((name) => LEVEL_FIGURES[name](scene, id)),
    counts: countsOf(scene, id),
    rooms: roomsOfLevel(scene, id).map(({ zoneId, levelId: _, ...room }) => ({
      id: zoneId,
      ...room,
    })),
  }))
  const sums = figuresOf((name) => total(name, levels))
  return {
    levels,
    // Fences around a plot are on its site, which is on no level.
    figures: { ...sums, fenceLength: fencesLength(nodesOf(scene, 'fence')) },
    counts: countsOf(scene),
    materials: materialFigures(scene),
    siteArea: nodesOf(scene, 'site').reduce((sum, site) => sum + area(sitePolygon(scene, site)), 0),
  }
}

const FIGURE_NAMES = Object.keys(LEVEL_FIGURES) as LevelFigure[]

function figuresOf(of: (name: LevelFigure) => Quantity): LevelFigures {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, of(name)])) as LevelFigures
}

function total(name: LevelFigure, levels: LevelQuantities[]): Quantity {
  let value = 0
  for (const { id, label, figures } of levels) {
    const figure = figures[name]
    if ('unavailable' in figure)
      return { unavailable: `of ${label ? `${label} (${id})` : id}: ${figure.unavailable}` }
    value += figure.value
  }
  return { value }
}

function countsOf(scene: Scene, levelId?: string): Counts {
  const counts: Counts = {}
  for (const kind of KINDS) {
    const nodes = nodesOf(scene, kind)
    const count = levelId
      ? nodes.filter((node) => node.id !== levelId && levelIdOf(scene, node) === levelId).length
      : nodes.length
    if (count > 0) counts[kind] = count
  }
  return counts
}
