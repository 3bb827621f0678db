import type { Coverage, Row, TableRows } from '../location.ts'

/**
 * Lists the partitions of one table that contribute here, those of the `used` rows first: the first
 * of all is the main source. A partition whose row gave way to another edition's does not
 * contribute.
 */
export function contributingPartitions(
  { atPoint, keyed, contributed }: Pick<TableRows, 'atPoint' | 'keyed' | 'contributed'>,
  used: readonly Row[],
): Coverage[] {
  const isUsed = new Set(used.map(({ partition }) => partition))
  const found = new Set([...atPoint, ...keyed].map(({ row }) => row.partition))
  return [
    ...contributed.filter(({ partition }) => isUsed.has(partition)),
    ...contributed.filter(({ partition }) => !found.has(partition)),
  ]
}
