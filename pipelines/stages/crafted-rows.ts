import { PolygonsBuilder } from '../../layers/geometry/polygons-builder.ts'
import type { PackValue } from '../../layers/packs/pack-format.ts'
import { type ConvertedRow, derive } from './convert.ts'

/** A converted row of one square of about 10 m, for tests: place 0 is 72 W, 30 N, open Atlantic. */
export function craftRow(
  values: Record<string, PackValue>,
  [column, line]: [number, number] = [0, 0],
): ConvertedRow<Record<string, PackValue>> {
  const builder = new PolygonsBuilder()
  const [x, y] = [-720_000_000 + column * 1000, 300_000_000 + line * 1000]
  builder.gridPoint(x, y)
  builder.gridPoint(x + 1000, y)
  builder.gridPoint(x + 1000, y + 1000)
  builder.gridPoint(x, y + 1000)
  builder.endRing()
  builder.endPolygon()
  return { values, ...derive(builder.finish()) }
}
