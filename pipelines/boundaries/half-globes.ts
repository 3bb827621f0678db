import { halfGlobesOf } from '../../geometry/half-globes.ts'
import { type ConvertedRow, derive } from '../stages/convert.ts'

/**
 * Splits a row of islands on both sides of 180 degrees (Alaska, Aleutians West) into one row a
 * side: the box of the whole goes around the globe, which prunes nothing and which the tiler
 * refuses. The key of each ends with its side. All other rows are left as they are.
 */
export function splitBySide<Values extends Record<string, unknown>>(
  row: ConvertedRow<Values>,
  key: string,
): ConvertedRow<Values>[] {
  const halves = halfGlobesOf(row.polygons)
  if (!halves) return [row]
  return Object.entries(halves).map(([side, polygons]) => ({
    ...derive(polygons),
    values: { ...row.values, [key]: `${row.values[key]}:${side}` },
  }))
}
