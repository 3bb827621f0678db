import { coveringTables, type Layer } from '../layers/layer.ts'
import type { Coverage } from '../layers/location.ts'
import type { Pack } from '../packs/pack-reader.ts'
import { partitionsOf } from './partitions.ts'

const namesByPack = new WeakMap<Pack, Map<string, readonly string[]>>()

/** True when the source behind a row of the coverage table states what it covers. */
export function isDeclared(coverage: Pack, row: number): boolean {
  return coverage.polygons(row).polygonEnds.length > 0
}

/**
 * True when a layer's section answers from a partition: tax does not from parcels without a roll.
 */
export function coversSection({ section }: Pick<Layer, 'section'>, partition: Coverage): boolean {
  if (section === 'none' || section.answersWhere?.table !== partition.table) return true
  return partition[section.answersWhere.column] !== false
}

/**
 * Lists the areas that the partitions behind a layer's section declare to cover, each name once:
 * `City of Bangor`. Partitions whose source does not state it are left out. Read once per pack and
 * layer.
 */
export function listCoveredAreas(coverage: Pack, layer: Layer): readonly string[] {
  const known = namesByPack.get(coverage) ?? new Map<string, readonly string[]>()
  namesByPack.set(coverage, known)
  const names = known.get(layer.id)
  if (names) return names
  const { byRow, rowsOf } = partitionsOf(coverage)
  const declared = coveringTables(layer)
    .flatMap((table) => rowsOf.get(table) ?? [])
    .filter((row) => coversSection(layer, byRow[row]) && isDeclared(coverage, row))
  const found = [...new Set(declared.map((row) => byRow[row].area_name))].sort()
  known.set(layer.id, found)
  return found
}
