import type { GridPoint } from '../../geometry/grid-point.ts'
import { GRID } from '../../geometry/polygons.ts'
import { StepError } from '../../terminal/step-error.ts'
import { RowError } from '../../values/row-error.ts'
import { chooseOperation } from '../stages/coordinate-operation.ts'
import { type CoordinateTransformation, gdal, type SpatialReference } from '../stages/gdal.ts'

/** How the coordinates of a feed become lon/lat on the grid. */
export class PointFrame {
  /** Description of the operation, for the source's note. */
  readonly operation: string
  private readonly transformation: CoordinateTransformation | null

  /**
   * `crs` is anything PROJ knows. Throws `StepError` when the feed states none, or an unknown one.
   */
  constructor(crs: string | null, target: string) {
    const srs = crs === null ? null : frameNamed(crs, target)
    const { targetWkt, description } = chooseOperation(srs, target)
    this.operation = description
    this.transformation =
      targetWkt === null
        ? null
        : new gdal.CoordinateTransformation(srs!, gdal.SpatialReference.fromWKT(targetWkt))
  }

  /** Throws `RowError` for coordinates that are not on the globe. */
  toGrid(x: number, y: number): GridPoint {
    const at = this.transformation === null ? { x, y } : this.undo(x, y)
    const point = [Math.round(at.x * GRID), Math.round(at.y * GRID)] as const
    if (!point.every(Number.isSafeInteger)) throw outOfRange(x, y)
    return point
  }

  private undo(x: number, y: number): { x: number; y: number } {
    try {
      return this.transformation!.transformPoint(x, y)
    } catch {
      throw outOfRange(x, y)
    }
  }
}

/** The frame that a FeatureSet names; its `latestWkid` is EPSG's number where it has one. */
export function esriFrame(reference: unknown): string | null {
  const { wkid, latestWkid, wkt } = (reference ?? {}) as Record<string, unknown>
  const code = Number(latestWkid ?? wkid)
  if (Number.isInteger(code) && code > 0)
    return code > LAST_EPSG_CODE ? `ESRI:${code}` : `EPSG:${code}`
  return typeof wkt === 'string' && wkt !== '' ? wkt : null
}

/** EPSG's codes end at 32767; Esri's own begin at 37001. */
const LAST_EPSG_CODE = 32767

/**
 * A frame by its register's number, or spelt out. GDAL would also read a file of that name, or
 * fetch an address: the text comes from a feed, so neither is allowed.
 */
const FRAME =
  /^(?:(?:EPSG|ESRI|OGC):[\w.:]+|urn:ogc:def:crs:[\w.:]+|WGS ?84|NAD83|[A-Z]+(?:CS|CRS)\s*\[.*)$/is

function frameNamed(crs: string, target: string): SpatialReference {
  try {
    if (!FRAME.test(crs.trim())) throw new Error('it names no register and is not WKT')
    return gdal.SpatialReference.fromUserInput(crs)
  } catch (cause) {
    const problem = `the coordinate system ${JSON.stringify(crs.slice(0, 80))} is not known`
    throw new StepError('read', target, problem, 'Look it up, and correct the mapping.', { cause })
  }
}

function outOfRange(x: number, y: number): RowError {
  return new RowError('geometry.out_of_range', `${x}, ${y} is not lon/lat`)
}
