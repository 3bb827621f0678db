import type { SpatialReference } from 'gdal-async'
import { StepError } from '../../terminal/step-error.ts'

/** How the coordinates of a layer become lon/lat. */
export interface CoordinateOperation {
  /** WKT of GDAL's target frame; null when the layer is in lon/lat already. */
  targetWkt: string | null
  /** Description for the manifest and the source's note. */
  description: string
}

/** Datums whose lon/lat is treated as OGC:CRS84: they agree within 1 to 2 m. */
const LONLAT_DATUMS =
  /north.?american.?(datum.?)?(of.?)?1983|nad.?_?(19)?83|wgs.?_?(19)?84|world.?geodetic/i

/**
 * Chooses the operation: lon/lat stays, a projection is inverted to its own geographic frame.
 * Neither shifts a datum. Any other frame is refused until an operation for it is declared.
 */
export function chooseOperation(srs: SpatialReference | null, target: string): CoordinateOperation {
  if (!srs)
    throw new StepError(
      'read',
      target,
      'the layer does not state its coordinate system',
      'Declare it in the partition file as "crs": "EPSG:...", from the publisher\'s documents.',
    )
  const datum = srs.getAttrValue('DATUM') ?? srs.getAttrValue('GEOGCS') ?? ''
  if (!LONLAT_DATUMS.test(datum))
    throw new StepError(
      'read',
      target,
      `its datum is ${JSON.stringify(datum)}, and no operation from it is declared`,
      'Add the datum to pipelines/stages/coordinate-operation.ts with its operation and accuracy.',
    )
  const frame = /wgs|world/i.test(datum) ? 'WGS 84' : 'NAD83'
  const shift = frame === 'NAD83' ? ', NAD83 taken as lon/lat without a shift (1 to 2 m)' : ''
  if (srs.isGeographic())
    return { targetWkt: null, description: `${frame} lon/lat as published${shift}` }
  const projection = srs.getAttrValue('PROJCS') ?? 'unnamed projection'
  return {
    targetWkt: srs.cloneGeogCS().toWKT(),
    description: `inverse of ${projection}${shift}`,
  }
}
