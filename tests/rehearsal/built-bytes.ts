import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { allFiles, type Manifest } from '../../catalog/manifest.ts'
import { PackFile, RESIDENT_SECTIONS } from '../../packs/pack-file.ts'

/** Bytes of a build's files by kind. */
export type BytesByKind = Record<string, number>

/** Kinds by the first folder of a file's path. */
const KINDS: Record<string, string> = {
  tables: 'parquet',
  packs: 'packs',
  tiles: 'archives',
  rasters: 'rasters',
  search: 'search',
  stac: 'stac',
}

/** Bytes of the files of a build by kind; those that an earlier build has are left out. */
export function bytesByKind(manifest: Manifest, earlier?: Manifest): BytesByKind {
  const known = new Set(earlier ? allFiles(earlier).map(({ sha256 }) => sha256) : [])
  const sums: BytesByKind = {}
  for (const { file, bytes, sha256 } of allFiles(manifest)) {
    const kind = file.endsWith('.duckdb') ? 'duckdb' : (KINDS[file.split('/')[0]] ?? 'other')
    sums[kind] ??= 0
    if (!known.has(sha256)) sums[kind] += bytes ?? 0
  }
  return sums
}

/** Bytes of the packs of each table. */
export function packBytes({ packs }: Manifest): BytesByKind {
  const sums: BytesByKind = {}
  for (const { table, bytes } of packs) sums[table] = (sums[table] ?? 0) + bytes
  return sums
}

/** Bytes of the packs of each table that a service has in memory however large the pack is. */
export function residentBytes(folder: string, { packs }: Manifest): BytesByKind {
  const sums: BytesByKind = {}
  for (const { table, file } of packs) {
    const pack = new PackFile(join(folder, file))
    for (const name of RESIDENT_SECTIONS)
      sums[table] = (sums[table] ?? 0) + (pack.header.sections[name]?.length ?? 0)
    pack.close()
  }
  return sums
}

/** Rows of each table. */
export function rowsByTable({ tables }: Manifest): Record<string, number> {
  return Object.fromEntries(
    tables.map(({ name, partitions }) => [
      name,
      partitions.reduce((sum, { rows }) => sum + rows, 0),
    ]),
  )
}

/** Bytes that a folder takes on disk: a file with several links counts once. */
export function diskBytes(folder: string): number {
  let bytes = 0
  const seen = new Set<number>()
  const walk = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name)
      try {
        if (entry.isDirectory()) walk(child)
        else {
          const { ino, nlink, blocks } = statSync(child)
          if (nlink > 1 && seen.has(ino)) continue
          if (nlink > 1) seen.add(ino)
          bytes += blocks * 512
        }
      } catch {
        // It was moved or removed meanwhile: the build works next to this walk.
      }
    }
  }
  walk(folder)
  return bytes
}
