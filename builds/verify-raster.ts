import { join } from 'node:path'
import type { Manifest, Raster } from '../catalog/manifest.ts'
import { getTable } from '../layers/index.ts'
import { Pack } from '../packs/pack-reader.ts'
import { faultsOf, readRaster } from './raster-reading.ts'

/**
 * Decodes a raster of a build and compares it with the manifest and with the row that names it.
 * Returns one line a problem.
 */
export async function verifyRaster(
  folder: string,
  raster: Raster,
  packs: Manifest['packs'],
): Promise<string[]> {
  const { file } = raster
  try {
    const reading = await readRaster(join(folder, file))
    const problems = faultsOf(reading)
    for (const what of ['width', 'height', 'cells_with_value'] as const)
      if (reading[what] !== raster[what])
        problems.push(`its ${what} is ${reading[what]}, the manifest has ${raster[what]}`)
    problems.push(...againstRow(folder, raster, reading, packs))
    return problems.map((problem) => `${file}: ${problem}`)
  } catch (error) {
    // A block that cannot be decoded is one more finding, and the other files are still read.
    return [`${file}: cannot be decoded: ${error instanceof Error ? error.message : error}`]
  }
}

function againstRow(
  folder: string,
  { file, table }: Raster,
  { min, max }: { min: number; max: number },
  packs: Manifest['packs'],
): string[] {
  const columns = getTable(table).raster
  const packed = packs.filter((each) => each.table === table)
  if (!columns || packed.length === 0) return [`no table ${table} with its row`]
  const pack = new Pack(
    packed.map((part) => ({ file: join(folder, part.file), memoryLimitBytes: 0 })),
  )
  try {
    for (let row = 0; row < pack.rows; row++) {
      if (pack.value(row, columns.file) !== file) continue
      const stated = [pack.value(row, columns.min), pack.value(row, columns.max)]
      if (stated[0] === min && stated[1] === max) return []
      return [`it holds ${min} to ${max}, its row in ${table} has ${stated.join(' to ')}`]
    }
    return [`no row of ${table} names it`]
  } finally {
    pack.close()
  }
}
