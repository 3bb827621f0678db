import { join } from 'node:path'
import type { Audit } from '../catalog/manifest.ts'
import { tableRows } from '../pipelines/stages/table-rows.ts'
import { type AuditedPartition, gateOf } from './audit.ts'
import { rasterFile } from './build-file.ts'
import { faultsOf, readRaster } from './raster-reading.ts'

/**
 * Gates on raster files, decoded by the reader that will serve them: each has values and none that
 * is another software's nodata, and its range is that of the row that names it.
 */
export async function auditRasters(
  partitions: readonly AuditedPartition[],
  folder: string,
): Promise<Audit[]> {
  const audits: Audit[] = []
  for (const { table, partition, file, finished } of partitions) {
    const columns = table.raster
    if (!columns) continue
    const gate = gateOf(table, partition)
    const rows = tableRows(table, [file], [columns.file, columns.min, columns.max])
    const named = new Map<unknown, string>()
    for await (const batch of rows)
      for (const { values } of batch) named.set(values[0], `${values[1]} to ${values[2]}`)
    for (const raster of finished.rasters) {
      const reading = await readRaster(join(folder, rasterFile(raster.file)))
      const faults = faultsOf(reading)
      audits.push(gate('raster_values', faults.length === 0, faults.join('; ') || 'sound', 'sound'))
      const range = `${reading.min} to ${reading.max}`
      const stated = named.get(`rasters/${raster.file}`) ?? 'no row names it'
      audits.push(gate('raster_range', range === stated, range, stated))
    }
  }
  return audits
}
