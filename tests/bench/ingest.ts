/**
 * Rows a second from an agency's file to ordered Parquet, against `ogr2ogr` into PostGIS.
 * Usage: node tests/bench/ingest.ts [--parcels 1000000] [--flood 100000] [--rounds 3]
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readLock } from '../../catalog/lock.ts'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { flood } from '../../pipelines/flood/pipeline.ts'
import { parcel } from '../../pipelines/parcel/pipeline.ts'
import { gdal } from '../../pipelines/stages/gdal.ts'
import { columnNames } from '../../pipelines/stages/read.ts'
import { unpackAsset } from '../../pipelines/stages/unpack.ts'
import { findMember } from '../../pipelines/stages/unpack-member.ts'
import { formatTable } from '../../terminal/table.ts'
import { writeFloodFiles, writeParcelFiles } from './county-files.ts'
import { ogrVersion, runPeer } from './ingest-postgis.ts'
import { type IngestCase, runPipeline, timeStretches } from './ingest-run.ts'
import { startPostgres } from './postgres.ts'
import { machine, median, rounded, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    parcels: { type: 'string', default: '1000000' },
    flood: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '7' },
    'no-peer': { type: 'boolean', default: false },
  },
})
const plan = {
  parcels: wholeOption(values.parcels, 'parcels'),
  floodZones: wholeOption(values.flood, 'flood'),
  seed: wholeOption(values.seed, 'seed'),
}
const rounds = wholeOption(values.rounds, 'rounds')
const COUNTY = { fips: '99999', name: 'Bench County (fictional)' }

function syntheticParcels(folder: string): IngestCase {
  const { shp, rows } = writeParcelFiles(plan, folder)
  return {
    name: 'parcels, synthetic',
    pipeline: parcel,
    partition: 'bench',
    definition: {
      lock: 'bench-county',
      county: COUNTY,
      mapping: 'bangor',
      fabric: { asset: 'parcels', member: 'parcels.shp' },
      roll: null,
      coverage: { asset: 'parcels', member: 'limit.shp' },
      note: 'Fictional.',
    },
    asset: () => folder,
    file: shp,
    isProjected: false,
    rows,
    columns: columnNames(shp),
  }
}

/** The same parcels as a GeoPackage, which GDAL translates for us. */
function geoPackageParcels(folder: string): IngestCase {
  const parcels = syntheticParcels(folder)
  const file = join(folder, 'parcels.gpkg')
  const source = gdal.open(parcels.file)
  gdal.vectorTranslate(file, source, ['-f', 'GPKG', '-nlt', 'PROMOTE_TO_MULTI']).close()
  source.close()
  const fabric = { asset: 'parcels', member: 'parcels.gpkg' }
  const definition = { ...parcels.definition, fabric }
  return { ...parcels, name: 'parcels, synthetic, GeoPackage', definition, file }
}

function syntheticFlood(folder: string): IngestCase {
  const { shp, rows } = writeFloodFiles(plan, folder)
  return {
    name: 'flood, synthetic',
    pipeline: flood,
    partition: 'bench',
    definition: {
      lock: 'bench-county',
      county: COUNTY,
      mapping: 'nfhl',
      zones: { asset: 'flood', member: 'S_FLD_HAZ_AR.shp' },
      panels: { asset: 'flood', member: 'S_FIRM_PAN.shp' },
      coverage: 'panels',
      outside: { means: 'unmapped', evidence: null },
      vertical_datum: null,
      note: 'Fictional.',
    },
    asset: () => folder,
    file: shp,
    isProjected: false,
    rows,
    columns: columnNames(shp),
  }
}

/** The real parcels of Bangor, or the reason why they are left out. */
async function bangorParcels(folder: string): Promise<IngestCase | { missing: string }> {
  const definition = (await parcel.partitions()).get('bangor')
  if (!definition) return { missing: 'the partition bangor is not defined' }
  const lock = await readLock(definition.lock)
  const folders = new Map<string, string>()
  for (const { name, path } of lock.assets) {
    const file = path && join(realDataFolder(), path.replace(/^[a-z-]+:/, ''))
    if (!file || !statSync(file, { throwIfNoEntry: false }))
      return { missing: `${name} is not under PLAT_REAL_DATA` }
    const into = join(folder, name)
    mkdirSync(folder, { recursive: true })
    folders.set(name, (await unpackAsset(file, { into, name })).folder)
  }
  const shp = await findMember(folders.get(definition.fabric.asset)!, definition.fabric.member)
  const named = columnNames(shp)
  const wanted = ['MAP_LOT', 'UNIT', 'PROP_ADDRS', 'LAND_USE', 'VALUE_TOT', 'VALUE_NET']
  const more = ['VALUE_LAND', 'VALUE_BLDG', 'YR_BUILT', 'DWLG_UNITS']
  const columns = [...wanted, ...more].filter((name) => named.includes(name))
  return {
    name: 'parcels, Bangor',
    pipeline: parcel,
    partition: 'bangor',
    definition,
    asset: (name) => folders.get(name)!,
    file: shp,
    isProjected: true,
    rows: 0,
    columns,
  }
}

/** Runs the pipeline and the peer in turn, so that both meet the same load of the machine. */
async function measure(each: IngestCase, work: string) {
  const ours: Awaited<ReturnType<typeof runPipeline>>[] = []
  const peer: Awaited<ReturnType<typeof runPeer>>[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await runPipeline(each, work))
    if (!('missing' in postgres)) peer.push(await runPeer(postgres, each))
  }
  const peak_process_mb = Math.round(process.resourceUsage().maxRSS / 1024)
  const rows = each.rows || peer[0]?.rows || 0
  const file_mb = rounded(bytesOf(each.file) / 1e6, 1)
  const ours_s = median(ours.map(({ total_s }) => total_s))
  const middle = ours.find(({ total_s }) => total_s === ours_s)!
  const peerOf = (name: 'copy_s' | 'with_index_s' | 'with_duties_s') =>
    peer.length > 0 ? median(peer.map((run) => run[name])) : null
  const peers = {
    copy_s: peerOf('copy_s'),
    with_index_s: peerOf('with_index_s'),
    with_duties_s: peerOf('with_duties_s'),
  }
  const ratio = (peer_s: number | null) => (peer_s === null ? null : rounded(peer_s / ours_s, 2))
  return {
    name: each.name,
    rows,
    file_mb,
    ours_s,
    ours_rows_per_s: Math.round(rows / ours_s),
    ours_rounds_s: ours.map(({ total_s }) => total_s),
    ours_cpu_s: median(ours.map(({ cpu_s }) => cpu_s)),
    ours_steps_s: middle.steps,
    ours_stretches_s: await timeStretches(each, work),
    parquet_mb: middle.parquet_mb,
    peak_process_mb,
    peer: peers,
    peer_rounds: peer,
    times_faster_than_peer: {
      copy: ratio(peers.copy_s),
      with_index: ratio(peers.with_index_s),
      with_duties: ratio(peers.with_duties_s),
    },
  }
}

/** Bytes of a file; of a shapefile those of its shapes and its table. */
function bytesOf(file: string): number {
  const files = file.endsWith('.shp') ? [file, file.replace('.shp', '.dbf')] : [file]
  return files.reduce((sum, each) => sum + statSync(each).size, 0)
}

const started = machine()
const ogr = ogrVersion()
const folder = mkdtempSync(join(tmpdir(), 'ingest-bench-'))
const postgres = values['no-peer']
  ? { missing: 'left out by --no-peer' }
  : ogr === null
    ? { missing: 'ogr2ogr is not on PATH' }
    : await startPostgres()
try {
  const results: Awaited<ReturnType<typeof measure>>[] = []
  const skipped: Record<string, string> = {}
  for (const make of [syntheticParcels, geoPackageParcels, syntheticFlood, bangorParcels]) {
    const work = join(folder, make.name)
    const each = await make(join(work, 'files'))
    if ('missing' in each) skipped[make.name] = each.missing
    else results.push(await measure(each, work))
    rmSync(work, { recursive: true, force: true })
  }
  if ('missing' in postgres) skipped.peer = postgres.missing
  writeResults('ingest', {
    machine: started,
    parameters: { ...plan, rounds },
    peer: 'missing' in postgres ? null : `${ogr} into ${postgres.version}`,
    skipped,
    results,
  })
  const header = ['', 'rows', 'ours s', 'rows/s', 'COPY s', '+ GiST s', '+ duties s', 'peak MB']
  const table = results.map(({ name, rows, ours_s, ours_rows_per_s, peer, peak_process_mb }) => {
    const { copy_s, with_index_s, with_duties_s } = peer
    return [
      name,
      rows,
      ours_s,
      ours_rows_per_s,
      copy_s,
      with_index_s,
      with_duties_s,
      peak_process_mb,
    ]
  })
  console.log(formatTable(header, table))
  for (const { name, ours_steps_s, ours_stretches_s, ours_rounds_s } of results)
    console.log(name, { ours_rounds_s, ours_stretches_s, ours_steps_s })
  for (const [what, why] of Object.entries(skipped)) console.log(`left out: ${what}: ${why}`)
} finally {
  if (!('missing' in postgres)) await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
