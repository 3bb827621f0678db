import type { Coverage, Row, TableRows } from '../location.ts'

/**
 * The partitions that speak of one table here, those of the `told` rows first: the first of all is
 * the main source. One whose row gave way to another edition's is not among them, for nothing of
 * it is told.
 */
export function contributingPartitions(
  { atPoint, keyed, contributed }: Pick<TableRows, 'atPoint' | 'keyed' | 'contributed'>,
  told: readonly Row[],
): Coverage[] {
  const tells = new Set(told.map(({ partition }) => partition))
  const found = new Set([...atPoint, ...keyed].map(({ row }) => row.partition))
  return [
    ...contributed.filter(({ partition }) => tells.has(partition)),
    ...contributed.filter(({ partition }) => !found.has(partition)),
  ]
}
