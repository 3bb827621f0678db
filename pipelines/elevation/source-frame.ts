import { toFrame } from '../../rasters/frame.ts'
import { gdal } from '../stages/gdal.ts'
import type { Mosaic } from './mosaic.ts'
import { isLonLat } from './raster-file.ts'

/** Most that proj4js may differ from GDAL's operation, in cells: 1 cm on cells of 10 m. */
const OFF_MAX_CELLS = 1e-3
/** Points per side of the raster at which the two are compared. */
const PLACES = 9

/**
 * The frame of a mosaic as a PROJ string that `toFrame` reads, checked against GDAL over the whole
 * raster. Null when its cells are already in longitude and latitude or are turned in the frame, and
 * when proj4js does not know the projection or differs: such a raster is served from its warped
 * copy alone.
 */
export function sourceFrameOf(mosaic: Mosaic): string | null {
  const { affine, width, height, tiles } = mosaic
  const [x0, dx, rx, y0, dy, ry] = affine
  if (isLonLat(mosaic) || rx !== 0 || dy !== 0 || !(dx > 0) || !(ry < 0)) return null
  const [{ source }] = tiles
  if (source.frame.isGeographic()) return null
  const frame = withoutDatum(source.frame.toProj4())
  const toLonLat = new gdal.CoordinateTransformation(
    source.frame,
    gdal.SpatialReference.fromWKT(source.lonLatWkt),
  )
  try {
    const convert = toFrame(frame)
    for (let i = 0; i < PLACES ** 2; i++) {
      const x = x0 + (width * dx * (i % PLACES)) / (PLACES - 1)
      const y = y0 + (height * ry * Math.floor(i / PLACES)) / (PLACES - 1)
      const { x: lng, y: lat } = toLonLat.transformPoint(x, y)
      const [ours, theirs] = [convert([lng, lat]), [x, y]]
      const off = Math.max(Math.abs(ours[0] - theirs[0]) / dx, Math.abs(ours[1] - theirs[1]) / -ry)
      if (!(off <= OFF_MAX_CELLS)) return null
    }
    return frame
  } catch {
    return null
  }
}

/** Ellipsoids of the datums that `chooseOperation` lets through; neither is shifted. */
const ELLIPSOIDS: Record<string, string> = { NAD83: 'GRS80', WGS84: 'WGS84' }

function withoutDatum(proj: string): string {
  return proj
    .replace(/\+datum=(\S+)/, (whole, datum: string) =>
      ELLIPSOIDS[datum] ? `+ellps=${ELLIPSOIDS[datum]}` : whole,
    )
    .replace(/\+(towgs84|nadgrids)=\S+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
