import type { Partition } from '../../catalog/manifest.ts'
import { coveringTables, type Layer } from '../../layers/layer.ts'
import { isDeclared } from '../../lookup/covered-areas.ts'
import { partitionsOf } from '../../lookup/partitions.ts'
import type { ServedBuild } from '../build/build-source.ts'

/**
 * Rows sampled to find one that a section can answer from: the roll of a county covers most of its
 * parcels.
 */
const MAX_ROWS = 50_000

type Build = Pick<ServedBuild, 'manifest' | 'packs'>

/**
 * The partitions of a table from which a dossier can answer in a layer's section. Rows that are
 * found by their parcel need that parcel: where the build has no parcels of their county, no
 * dossier reads them, unless the section answers from the coverage that their source declares.
 */
export function answeringPartitions(build: Build, layer: Layer, table: string): Partition[] {
  const partitionsIn = (name: string) =>
    build.manifest.tables.find((each) => each.name === name)?.partitions ?? []
  const { section } = layer
  if (section === 'none') return partitionsIn(table)
  if (section.answersWhere?.table === table) {
    const answering = partitionsWith(build, section.answersWhere)
    return partitionsIn(table).filter(({ id }) => answering.has(id))
  }
  const isByParcel = section.reads.some(
    (reads) => reads.table === table && reads.keyed?.of === 'parcel',
  )
  if (!isByParcel) return partitionsIn(table)
  const withParcels = new Set(partitionsIn('parcels').map(({ county_fips }) => county_fips))
  const declared = coveringTables(layer).includes(table) ? declaredOf(build, table) : new Set()
  return partitionsIn(table).filter(
    ({ id, county_fips }) =>
      declared.has(id) ||
      (county_fips === undefined ? withParcels.size > 0 : withParcels.has(county_fips)),
  )
}

/** Partitions of a table with a row in which the column is true. */
function partitionsWith(
  { packs }: Build,
  { table, column }: { table: string; column: string },
): Set<unknown> {
  const pack = packs.get(table)
  const found = new Set<unknown>()
  const step = Math.max(1, Math.floor((pack?.rows ?? 0) / MAX_ROWS))
  for (let row = 0; row < (pack?.rows ?? 0); row += step)
    if (pack!.value(row, column) === true) found.add(pack!.value(row, 'partition'))
  return found
}

/** Partitions of a table whose source states what it covers. */
function declaredOf({ packs }: Build, table: string): Set<string> {
  const pack = packs.get('coverage')
  if (!pack) return new Set()
  const { byRow, rowsOf } = partitionsOf(pack)
  const rows = (rowsOf.get(table) ?? []).filter((row) => isDeclared(pack, row))
  return new Set(rows.map((row) => byRow[row].partition))
}
