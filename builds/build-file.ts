import { stat } from 'node:fs/promises'
import { fileSha256 } from '../pipelines/stages/fetch.ts'

/** Path of a partition of a table within a build's folder. */
export function tableFile(table: string, partition: string): string {
  return `tables/${table}/${partition}.parquet`
}

/** Path of a raster within a build's folder, as rows of its table name it. */
export function rasterFile(name: string): string {
  return `rasters/${name}`
}

/** A file as the manifest names it: its path inside the build, its size and its hash. */
export async function hashed(folder: string, file: string) {
  const relative = file.slice(folder.length + 1).replaceAll('\\', '/')
  return { file: relative, bytes: (await stat(file)).size, sha256: await fileSha256(file) }
}
