import { NOT_STATED } from '../../layers/elevation/datum.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { SpatialReference } from '../stages/gdal.ts'

/** Names of datums whose heights count from the ellipsoid. */
const ELLIPSOIDAL = /ellips|^wgs ?_?84$|^grs ?_?(19)?80$|^nad ?_?83(\(|$)|itrf/i

/** Geoid-based datums that are recognised by a word of their name. */
const FAMILIES = [
  /navd.?88|north american vertical datum.*1988/i,
  /ngvd|vertical datum.*1929/i,
  /egm.?(20)?08/i,
  /egm.?(19)?96/i,
]

/**
 * Refuses heights above the ellipsoid, which differ from heights above the sea by up to 100 m, and
 * a file that names another datum than its partition. Throws `StepError`.
 */
export function checkVerticalDatum(
  name: string,
  srs: Pick<SpatialReference, 'toWKT' | 'getAttrValue'>,
  target: string,
): void {
  const fail = (problem: string, remedy: string) =>
    new StepError('read the heights', target, problem, remedy)
  const convert =
    'Take the product with heights above the geoid, or convert it with the geoid model that its publisher names.'
  if (ELLIPSOIDAL.test(name))
    throw fail(`heights above the ellipsoid (${name}) are refused`, convert)
  // GDAL writes a frame with a third, ellipsoidal axis as WKT2; in WKT1 2002 marks such a datum.
  const isThreeAxes = /CS\[(ellipsoidal|Cartesian),3\]/i.test(srs.toWKT())
  if (isThreeAxes || srs.getAttrValue('VERT_DATUM', 1) === '2002')
    throw fail('its coordinate system counts heights from the ellipsoid', convert)
  const stated = srs.getAttrValue('VERT_DATUM') ?? srs.getAttrValue('VERT_CS')
  if (!stated || name === NOT_STATED) return
  const family = FAMILIES.find((pattern) => pattern.test(stated))
  if (family && !family.test(name))
    throw fail(
      `it states ${JSON.stringify(stated)}, but its partition states ${name}`,
      'Ask the publisher, and correct "vertical_datum" in the partition file.',
    )
}
