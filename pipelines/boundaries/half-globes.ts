import { GRID, type Polygons } from '../../layers/geometry/polygons.ts'
import { PolygonsBuilder } from '../../layers/geometry/polygons-builder.ts'
import { forEachRing } from '../../layers/geometry/rings.ts'
import { type ConvertedRow, derive } from '../stages/convert.ts'

const HALF_TURN = 180 * GRID

/**
 * A row of islands on both sides of 180 degrees (Alaska, Aleutians West) as one row a side: the box
 * of the whole goes around the globe, which prunes nothing and which the tiler refuses. The
 * key of each says its side. All other rows are left as they are.
 */
export function splitBySide<Values extends Record<string, unknown>>(
  row: ConvertedRow<Values>,
  key: string,
): ConvertedRow<Values>[] {
  const [west, , east] = row.bounds
  if (east - west <= HALF_TURN) return [row]
  return (['west', 'east'] as const).map((side) => ({
    ...derive(partsOn(side, row.polygons)),
    values: { ...row.values, [key]: `${row.values[key]}:${side}` },
  }))
}

/** The polygons on one side; none crosses 180, and one across 0 would be no box around the globe. */
function partsOn(side: 'west' | 'east', polygons: Polygons): Polygons {
  const builder = new PolygonsBuilder()
  const { coords } = polygons
  let isOpen = false
  let polygonBefore = -1
  forEachRing(polygons, (start, end, _isShell, polygon) => {
    if (polygon !== polygonBefore) {
      if (isOpen) builder.endPolygon()
      isOpen = coords[start * 2] < 0 === (side === 'west')
      polygonBefore = polygon
    }
    if (!isOpen) return
    for (let i = start; i < end; i++) builder.gridPoint(coords[i * 2], coords[i * 2 + 1])
    builder.endRing()
  })
  if (isOpen) builder.endPolygon()
  return builder.finish()
}
