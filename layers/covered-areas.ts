import type { Pack } from './packs/pack-reader.ts'
import { partitionsOf } from './partitions.ts'

const namesByPack = new WeakMap<Pack, Map<string, readonly string[]>>()

/** Whether the source of a row of the coverage table states what it covers. */
export function isDeclared(coverage: Pack, row: number): boolean {
  return coverage.polygons(row).polygonEnds.length > 0
}

/**
 * What the partitions of a table declare to cover, in words, each name once: `City of Bangor`.
 * Partitions whose source does not state it are left out. Read once per pack and table.
 */
export function coveredAreasOf(coverage: Pack, table: string): readonly string[] {
  const known = namesByPack.get(coverage) ?? new Map<string, readonly string[]>()
  namesByPack.set(coverage, known)
  const names = known.get(table)
  if (names) return names
  const { byRow, rowsOf } = partitionsOf(coverage)
  const declared = (rowsOf.get(table) ?? []).filter((row) => isDeclared(coverage, row))
  const found = [...new Set(declared.map((row) => byRow[row].area_name))].sort()
  known.set(table, found)
  return found
}
