import type { Audit } from '../catalog/manifest.ts'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { makeSubject, overlapM2 } from '../geometry/overlap.ts'
import { wkbToPolygons } from '../geometry/wkb.ts'
import { openReadingConnection } from '../pipelines/stages/reading-database.ts'
import { SHAPE_WKB } from '../pipelines/stages/table-rows.ts'
import { literal } from '../values/sql-text.ts'
import { type AuditedPartition, gateOf, MEASURE } from './audit.ts'

/**
 * Tables whose rows fill the land that they declare, and how much of it at least. Parcels leave out
 * streets and water: Bangor's fill 1.00 of the city, Forest City's 0.91, the sample county's 0.65.
 * Half a fabric fills at most 0.5.
 */
const MIN_LAND_SHARE: Readonly<Record<string, number>> = { parcels: 0.6 }
/** Smallest part of the share that a partition file states: a tenth less means a broken input. */
const MIN_STATED_SHARE = 0.9

/**
 * Gates on the share of the declared land that rows fill: a location on missing land would be
 * answered as `empty`. Equal shapes count once, since units of a condominium are stacked.
 */
export async function auditLand(
  partitions: readonly AuditedPartition[],
  remember = MEASURE,
): Promise<Audit[]> {
  const audits: Audit[] = []
  for (const each of partitions) audits.push(...(await remember(each, () => landOf(each))))
  return audits
}

async function landOf({ table, partition, file, finished }: AuditedPartition): Promise<Audit[]> {
  const { wkb, reported_land: stated } = finished.coverage
  const floor = stated ? stated.share * MIN_STATED_SHARE : MIN_LAND_SHARE[table.name]
  if (floor === undefined || wkb === null) return []
  const declared = wkbToPolygons(Buffer.from(wkb, 'hex'))
  const subject = makeSubject(declared)
  let reported = 0
  for await (const shape of differentShapes(file)) reported += overlapM2(subject, shape)
  const share = reported / areaM2(declared)
  const limit = stated
    ? `at least ${MIN_STATED_SHARE} of ${stated.share}: ${stated.evidence}`
    : `at least ${floor}; "reported_land" of the partition file states another share`
  const gate = gateOf(table, partition)
  return [gate('land_reported', share >= floor, Number(share.toPrecision(4)), limit)]
}

async function* differentShapes(file: string) {
  const connection = await openReadingConnection()
  try {
    const result = await connection.stream(`
      SELECT any_value(wkb) FROM (
        SELECT ${SHAPE_WKB}::BLOB AS wkb FROM read_parquet(${literal(file)}))
      WHERE wkb IS NOT NULL GROUP BY md5(wkb)`)
    for (;;) {
      const chunk = await result.fetchChunk()
      if (!chunk || chunk.rowCount === 0) return
      for (const value of chunk.getColumnValues(0))
        yield wkbToPolygons((value as { bytes: Uint8Array }).bytes)
    }
  } finally {
    connection.closeSync()
  }
}
