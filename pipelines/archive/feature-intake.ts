import type { Box, Polygons } from '../../geometry/polygons.ts'
import { GRID } from '../../geometry/polygons.ts'
import { StepError } from '../../terminal/step-error.ts'
import { doubledArea } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import { PropertyPacking, type PropertyValue } from './property-packing.ts'
import { worldSide, worldX, worldY } from './world-grid.ts'

/** One feature for an archive. */
export interface TileFeature {
  /** Unique in every tile, 1 to 2^53 - 1; small features are thinned by it. */
  id: number
  /** Lon/lat on the 1e-7 degree grid; must not cross the antimeridian. */
  polygons: Polygons
  properties: Record<string, PropertyValue>
}

/** Brings features onto the world grid, ring by ring, and counts them. */
export class FeatureIntake {
  readonly packing: PropertyPacking
  readonly builder = new FabricBuilder()
  /** Bounds of all added features, in 1e-7 degree. */
  readonly bounds: Box = [Infinity, Infinity, -Infinity, -Infinity]
  features = 0
  /** Features without any area on the world grid: they cannot be drawn at any zoom. */
  collapsed = 0
  private side: number

  constructor(maxZoom: number, mergeBy: readonly string[], properties: readonly string[]) {
    this.side = worldSide(maxZoom)
    this.packing = new PropertyPacking(mergeBy, properties)
  }

  /** Appends the feature to the builder and returns its start there, -1 if it collapsed. */
  add(feature: TileFeature): number {
    const { polygons, id } = feature
    if (!Number.isSafeInteger(id) || id < 1) throw new Error(`feature id ${id} is not 1..2^53-1`)
    this.features++
    this.widen(feature)
    const area = this.geometry(polygons)
    const { bytes, shared } = this.packing.pack(feature.properties)
    const start = this.builder.close({ id, area, merged: 0, shared }, bytes)
    if (start < 0) this.collapsed++
    return start
  }

  /** Opens a record, fills it and returns its area. */
  private geometry({ coords, ringEnds, polygonEnds }: Polygons): number {
    const { builder } = this
    builder.open(coords.length / 2)
    let area = 0
    let point = 0
    let ring = 0
    for (const polygonEnd of polygonEnds) {
      let isShell = true
      let hasShell = false
      for (; ring < polygonEnd; ring++) {
        for (; point < ringEnds[ring]; point++) {
          const x = worldX(coords[2 * point], this.side)
          builder.point(x, worldY(coords[2 * point + 1], this.side))
        }
        if (builder.endRing()) {
          const doubled = doubledArea(builder.words, ...builder.lastRing)
          if (doubled === 0 || (!isShell && !hasShell)) builder.dropRing()
          else {
            if (doubled > 0 !== isShell) builder.reverseRing()
            if (isShell) hasShell = true
            area += (isShell ? Math.abs(doubled) : -Math.abs(doubled)) / 2
          }
        }
        isShell = false
      }
      builder.endPolygon()
    }
    return Math.max(area, 0)
  }

  private widen({ id, polygons: { coords } }: TileFeature): void {
    let west = Infinity
    let east = -Infinity
    const { bounds } = this
    for (let i = 0; i < coords.length; i += 2) {
      const x = coords[i]
      const y = coords[i + 1]
      if (x < west) west = x
      if (x > east) east = x
      if (y < bounds[1]) bounds[1] = y
      if (y > bounds[3]) bounds[3] = y
    }
    if (west < bounds[0]) bounds[0] = west
    if (east > bounds[2]) bounds[2] = east
    // A polygon wider than half the world usually has a ring that jumps from +180 to -180 degrees.
    if (west < -180 * GRID || east > 180 * GRID || east - west > 180 * GRID) {
      throw new StepError(
        'tile',
        `feature ${id}`,
        `crosses the antimeridian (longitudes ${west / GRID} to ${east / GRID})`,
        'split it at 180 degrees before it is tiled',
      )
    }
  }
}
