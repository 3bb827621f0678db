import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildFolder } from './build-folder.ts'
import { type Manifest, writeManifest } from './manifest.ts'

/** A whole build of one empty-handed table, for tests of opening, listing and pinning. */
export function exampleManifest(id: string, changes: Partial<Manifest> = {}): Manifest {
  const file = { bytes: 4, sha256: createHash('sha256').update('PAR1').digest('hex') }
  return {
    format: 1,
    build: id,
    created_at: '2026-11-20T12:00:00.000Z',
    code: { version: '0.1.0', fingerprint: 'f00d' },
    locks: [],
    sources: [],
    key_secret_fingerprint: 'sample',
    tables: [
      {
        name: 'flood_zones',
        layer: 'flood',
        partitions: [
          {
            id: '99001',
            county_fips: '99001',
            rows: 3,
            file: 'tables/flood_zones/99001.parquet',
            ...file,
            coverage: { area_km2: 12.5, from: 'S_FIRM_PAN of sample-county' },
            rejects: { 'flood.unknown_zone': { count: 1, example: 'FLD_ZONE "AB"' } },
            repairs: { self_intersection: { count: 1, area_change_m2: 0.5 } },
            cases: {},
          },
        ],
      },
    ],
    packs: [{ table: 'flood_zones', file: 'packs/flood_zones.pack', ...file, rows: 3, pieces: 5 }],
    archives: [],
    rasters: [],
    search: null,
    database: { file: `dossier-${id}.duckdb`, bytes: 4 },
    audits: [{ name: 'row_count', table: 'flood_zones', passed: true, measured: 3, limit: 1 }],
    stac: [],
    timings_s: { read: 0.1 },
    ...changes,
  }
}

/** Writes that build under a home: its files first, its manifest last. */
export async function writeExampleBuild(
  home: string,
  id: string,
  changes: Partial<Manifest> = {},
): Promise<Manifest> {
  const manifest = exampleManifest(id, changes)
  const { folder } = buildFolder(id, home)
  const partitions = manifest.tables.flatMap((table) => table.partitions)
  for (const { file } of [...partitions, ...manifest.packs, manifest.database]) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), 'PAR1')
  }
  await writeManifest(folder, manifest)
  return manifest
}
