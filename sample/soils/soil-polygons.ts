import { HALF_HEIGHT, type LngLat, type PlanPoint } from '../plan/plan.ts'
import { graphLine, joined, type PlanLine, straightLine } from '../plan/plan-lines.ts'
import type { Terrain } from '../plan/terrain.ts'
import { type MapUnit, UNITS } from './map-units.ts'
import { BANDS, COLUMN_EDGES, SEA_EDGE, type SoilPlan, SURVEY_EDGE } from './soil-plan.ts'

/** One delineation: open rings, the shell first, counter-clockwise, then its holes. */
export interface SoilPolygon {
  unit: MapUnit
  rings: LngLat[][]
}

/** Metres between vertices along a line. */
const STEP = 12

/** Where the river is cut in two polygons. */
const RIVER_BREAK = 9600

const COLUMN_END = COLUMN_EDGES[COLUMN_EDGES.length - 1]

/** The map units as polygons: a planar partition of the survey area, and the area's outline. */
export function buildSoilPolygons(
  plan: SoilPlan,
  terrain: Terrain,
): { polygons: SoilPolygon[]; surveyArea: LngLat[] } {
  const map = new SoilMap(plan)
  const place = (ring: PlanPoint[]): LngLat[] => ring.map(terrain.place)
  return {
    polygons: map.polygons().map(({ unit, rings }) => ({ unit, rings: rings.map(place) })),
    surveyArea: place(map.outline()),
  }
}

interface Drawn {
  unit: MapUnit
  rings: PlanPoint[][]
}

class SoilMap {
  private readonly plan: SoilPlan
  /**
   * From the south edge to the north edge of the plan; the river is between the two in the middle.
   */
  private readonly lines: PlanLine[]
  private readonly heights: ((u: number) => number)[]

  constructor(plan: SoilPlan) {
    this.plan = plan
    this.heights = [
      () => -HALF_HEIGHT,
      ...[...plan.south].reverse().map((line) => (u: number) => -line(u)),
      ...plan.north,
      () => HALF_HEIGHT,
    ]
    const nodes = [...COLUMN_EDGES, SEA_EDGE]
    const edges = [...nodes, SURVEY_EDGE]
    this.lines = this.heights.map((height, i) =>
      i === 0 || i === this.heights.length - 1
        ? straightLine(0, height(0), edges)
        : graphLine(height, nodes, STEP),
    )
  }

  polygons(): Drawn[] {
    const { water, beach } = UNITS
    const river = this.heights.length / 2
    const last = this.heights.length - 1
    const drawn: Drawn[] = []
    for (const [column, from] of COLUMN_EDGES.slice(0, -1).entries()) {
      const to = COLUMN_EDGES[column + 1]
      for (let low = 0; low < last; low++) {
        if (low === river - 1) continue
        const [side, band] =
          low < river ? (['south', river - 2 - low] as const) : (['north', low - river] as const)
        drawn.push(this.withPatches(BANDS[side][column][band], low, low + 1, from, to))
      }
    }
    drawn.push(...this.plan.patches.map(({ unit, shape }) => ({ unit, rings: shape.rings })))
    drawn.push({ unit: beach, rings: [this.cell(0, river - 1, COLUMN_END, SEA_EDGE)] })
    drawn.push({ unit: beach, rings: [this.cell(river, last, COLUMN_END, SEA_EDGE)] })
    drawn.push({ unit: water, rings: [this.cell(river - 1, river, 0, RIVER_BREAK)] })
    drawn.push({ unit: water, rings: [this.cell(river - 1, river, RIVER_BREAK, SEA_EDGE)] })
    drawn.push({ unit: water, rings: [this.cell(0, last, SEA_EDGE, SURVEY_EDGE)] })
    return drawn
  }

  outline(): PlanPoint[] {
    return this.cell(0, this.heights.length - 1, 0, SURVEY_EDGE)
  }

  /** A cell with the patches inside it as holes. */
  private withPatches(unit: MapUnit, low: number, high: number, from: number, to: number): Drawn {
    const inside = this.plan.patches.filter(({ centre: [u, v] }) => {
      return u > from && u < to && v > this.heights[low](u) && v < this.heights[high](u)
    })
    const holes = inside.map(({ shape }) => [...shape.rings[0]].reverse())
    return { unit, rings: [this.cell(low, high, from, to), ...holes] }
  }

  /** The ring between two lines and two edges of columns. */
  private cell(low: number, high: number, from: number, to: number): PlanPoint[] {
    const [west, east] = [this.vertical(from), this.vertical(to)]
    const at = (line: number, u: number): number => this.heights[line](u)
    return joined(
      this.lines[low].slice(from, to),
      east.slice(at(low, to), at(high, to)),
      this.lines[high].slice(to, from),
      west.slice(at(high, from), at(low, from)),
    )
  }

  /** All cells that end at one u end on one line. */
  private vertical(u: number): PlanLine {
    const nodes = u === SURVEY_EDGE ? [-HALF_HEIGHT, HALF_HEIGHT] : this.heights.map((at) => at(u))
    return straightLine(1, u, nodes)
  }
}
