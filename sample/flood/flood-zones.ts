import { HALF_HEIGHT, type LngLat, type PlanPoint, toLngLat, WIDTH } from '../plan/plan.ts'
import { graphLine, joined, type PlanLine, straightLine } from '../plan/plan-lines.ts'
import {
  FLOODWAY,
  type FloodAttributes,
  MINIMAL_X,
  OPEN_WATER,
  SHADED_X,
  ZONE_A,
} from './flood-attributes.ts'

import {
  COAST,
  FLOODWAY_BREAK,
  type FloodPlan,
  LOW_COAST,
  MINIMAL_BREAK,
  type Patch,
  REACHES,
  SOUTH_BAND,
  STUDY_LIMIT,
  type Stretch,
  WAVE_COAST,
} from './flood-plan.ts'

/** One polygon of the flood map: open rings, the shell first, counter-clockwise, then holes. */
export interface FloodZone {
  attributes: FloodAttributes
  rings: LngLat[][]
}

/** The polygons of the flood map: a planar partition of the panels, except the unmapped hole. */
export function buildFloodZones(plan: FloodPlan): FloodZone[] {
  const map = new ZoneMap(plan)
  map.addRiver()
  map.addMinimal()
  map.addCoast()
  return map.zones
}

const BREAKS = [
  0,
  STUDY_LIMIT,
  MINIMAL_BREAK,
  COAST.inner,
  ...REACHES.map(({ to }) => to),
  ...SOUTH_BAND.map(({ to }) => to),
]

const seams = (stretches: Stretch[]): number[] => [
  stretches[0].from,
  ...stretches.map(({ to }) => to),
]

class ZoneMap {
  readonly zones: FloodZone[] = []
  private readonly plan: FloodPlan
  private readonly lines: Record<
    'north' | 'south',
    Record<'floodway' | 'hazard' | 'shaded', PlanLine>
  >

  constructor(plan: FloodPlan) {
    this.plan = plan
    const side = (name: 'north' | 'south', sign: 1 | -1) => ({
      floodway: graphLine((u) => sign * plan[name].floodway(u), BREAKS),
      hazard: graphLine((u) => sign * plan[name].hazard(u), BREAKS),
      shaded: graphLine((u) => sign * plan[name].shaded(u), BREAKS),
    })
    this.lines = { north: side('north', 1), south: side('south', -1) }
  }

  /** Zones A and AE, the floodway and the 0.2 % bands. */
  addRiver(): void {
    const { north, south } = this.lines
    this.addBetween(ZONE_A, south.hazard, north.hazard, 0, STUDY_LIMIT)
    this.addBetween(FLOODWAY, south.floodway, north.floodway, STUDY_LIMIT, FLOODWAY_BREAK)
    this.addBetween(FLOODWAY, south.floodway, north.floodway, FLOODWAY_BREAK, COAST.inner)
    for (const { from, to, attributes } of REACHES) {
      this.addBetween(attributes, north.floodway, north.hazard, from, to)
      this.addBetween(attributes, south.hazard, south.floodway, from, to)
    }
    this.addBetween(SHADED_X, north.hazard, north.shaded, 0, COAST.inner)
    for (const { from, to, attributes } of SOUTH_BAND) {
      this.addBetween(attributes, south.shaded, south.hazard, from, to)
    }
  }

  /** The rest of the land, with its patches as holes, and the patches. */
  addMinimal(): void {
    const { patches } = this.plan
    const top = straightLine(0, HALF_HEIGHT, BREAKS)
    const bottom = straightLine(0, -HALF_HEIGHT, BREAKS)
    for (const [from, to] of [
      [0, MINIMAL_BREAK],
      [MINIMAL_BREAK, COAST.inner],
    ]) {
      const here = (sign: number): PlanPoint[][] =>
        patches
          .filter(({ centre: [u, v] }) => u > from && u < to && v * sign > 0)
          .map((patch) => outlineOf(patch).reverse())
      this.addBetween(MINIMAL_X, this.lines.north.shaded, top, from, to, here(1))
      this.addBetween(MINIMAL_X, bottom, this.lines.south.shaded, from, to, here(-1))
    }
    for (const patch of patches) {
      if (patch.attributes !== null) this.add(patch.attributes, [outlineOf(patch)])
    }
  }

  /** The low land behind the beach, the beach with its waves, and the sea. */
  addCoast(): void {
    const inner = straightLine(1, COAST.inner, [...seams(LOW_COAST), ...this.nodesAt(COAST.inner)])
    const waves = straightLine(1, COAST.waves, [...seams(LOW_COAST), ...seams(WAVE_COAST)])
    const sea = straightLine(1, COAST.sea, seams(WAVE_COAST))
    const edge = straightLine(1, WIDTH, [-HALF_HEIGHT, HALF_HEIGHT])
    const across = (stretches: Stretch[], west: PlanLine, east: PlanLine, us: number[]): void => {
      for (const { from, to, attributes } of stretches) {
        const south = straightLine(0, from, us).slice(us[0], us[1])
        const north = straightLine(0, to, us).slice(us[1], us[0])
        this.add(attributes, [joined(south, east.slice(from, to), north, west.slice(to, from))])
      }
    }
    const ocean = { from: -HALF_HEIGHT, to: HALF_HEIGHT, attributes: OPEN_WATER }
    across(LOW_COAST, inner, waves, [COAST.inner, COAST.waves])
    across(WAVE_COAST, waves, sea, [COAST.waves, COAST.sea])
    across([ocean], sea, edge, [COAST.sea, WIDTH])
  }

  /** The polygon between two lines along the river, closed by straight edges at both ends. */
  private addBetween(
    attributes: FloodAttributes,
    south: PlanLine,
    north: PlanLine,
    from: number,
    to: number,
    holes: PlanPoint[][] = [],
  ): void {
    const low = south.slice(from, to)
    const high = north.slice(to, from)
    const east = this.vertical(to).slice(low[low.length - 1][1], high[0][1])
    const west = this.vertical(from).slice(high[high.length - 1][1], low[0][1])
    this.add(attributes, [joined(low, east, high, west), ...holes])
  }

  /** All edges at one u lie on one line, so that they meet in the same vertices. */
  private vertical(u: number): PlanLine {
    const nodes = u === COAST.inner ? [...this.nodesAt(u), ...seams(LOW_COAST)] : this.nodesAt(u)
    return straightLine(1, u, nodes)
  }

  private nodesAt(u: number): number[] {
    const { north, south } = this.plan
    const nodes = [-HALF_HEIGHT, -south.shaded(u), -south.hazard(u)]
    // Zone A has no floodway to share a vertex with, except at the study limit.
    if (u >= STUDY_LIMIT) nodes.push(-south.floodway(u), north.floodway(u))
    return [...nodes, north.hazard(u), north.shaded(u), HALF_HEIGHT]
  }

  private add(attributes: FloodAttributes, rings: PlanPoint[][]): void {
    const place = (point: PlanPoint): LngLat => toLngLat(this.plan.warp.apply(point))
    this.zones.push({ attributes, rings: rings.map((ring) => ring.map(place)) })
  }
}

function outlineOf({ centre, radius, vertices }: Patch): PlanPoint[] {
  return Array.from({ length: vertices }, (_, i) => {
    const angle = (2 * Math.PI * i) / vertices
    const reach = radius(angle)
    return [centre[0] + reach * Math.cos(angle), centre[1] + reach * Math.sin(angle)]
  })
}
