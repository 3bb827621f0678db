/**
 * Dossiers from a store of builds against those from the disk of the machine, in the same run, with
 * every pack read by position and with all in memory: the time of the start, bytes received, p50
 * and p99 of a dossier, cold and warm. The store is a light server of S3 in this process, each of
 * whose responses is late by `--delay` ms, as one over a network is.
 * Usage: node tests/bench/store-serving.ts [--home .plat] [--points 200] [--delay 20]
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openPinned } from '../../catalog/build-folder.ts'
import { platHome } from '../../catalog/plat-home.ts'
import { boundsOf, GRID } from '../../geometry/polygons.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { openStore } from '../../storage/open-store.ts'
import { pushBuild } from '../../storage/push-build.ts'
import { storagePlace } from '../../storage/storage-place.ts'
import { pinStored } from '../../storage/store-pin.ts'
import { SILENT } from '../../terminal/progress.ts'
import { ACCESS_KEY, BUCKET, LocalS3, SECRET_KEY, withCredentials } from '../servers/local-s3.ts'
import { HttpConnection } from './http-client.ts'
import { processorSeconds } from './peak-memory.ts'
import { startService } from './plat-service.ts'
import { machine, rounded, spread, wholeOption, writeResults } from './results.ts'

const SEED = 11
const LIMITS = { by_position: 0, in_memory: 2 ** 31 }

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    points: { type: 'string', default: '200' },
    delay: { type: 'string', default: '20' },
  },
})
const home = values.home ?? platHome()
const delay_ms = wholeOption(values.delay, 'delay')
const measured = machine()
const build = await openPinned(home)
const paths = await pathsOf(wholeOption(values.points, 'points'))
const folder = mkdtempSync(join(tmpdir(), 'store-serving-'))
const local = await LocalS3.open()
const restore = withCredentials(ACCESS_KEY, SECRET_KEY)
try {
  const place = `s3://${BUCKET}/plat?endpoint=${local.url}`
  const store = await openStore(storagePlace(place, 'place', {}), { isCreated: true })
  await pushBuild(store, build, { progress: SILENT, settledMs: 0 })
  await pinStored(store, build.id)
  await store.close()
  local.hold = async () => void (await sleep(delay_ms))
  const results: Record<string, object> = {}
  for (const [name, memoryBytes] of Object.entries(LIMITS)) {
    const own = join(folder, name)
    mkdirSync(own)
    // So that the service of the disk finds the build and the pin, and nothing else.
    const disk = join(folder, `${name}-disk`)
    mkdirSync(disk)
    for (const entry of ['builds', 'pin.json']) symlinkSync(join(home, entry), join(disk, entry))
    const onDisk = await measure(disk, memoryBytes, {})
    const cold = await measure(own, memoryBytes, { PLAT_BUILDS: place })
    const warm = await measure(own, memoryBytes, { PLAT_BUILDS: place })
    const ratioOf = (side: typeof cold) => ({
      p50: rounded(side.dossier_ms.p50 / onDisk.dossier_ms.p50, 2),
      cpu: rounded((side.dossiers_cpu_s ?? 0) / (onDisk.dossiers_cpu_s ?? 1), 2),
    })
    const ratios = { cold_to_disk: ratioOf(cold), warm_to_disk: ratioOf(warm) }
    results[name] = { disk: onDisk, store_cold: cold, store_warm: warm, ...ratios }
    console.log(name, JSON.stringify(results[name], null, 2))
  }
  const { manifest } = build
  const packs_bytes = manifest.packs.reduce((sum, { bytes }) => sum + bytes, 0)
  const parameters = { seed: SEED, delay_ms, points: paths.length, packs_bytes }
  writeResults('store-serving', { machine: measured, build: build.id, ...parameters, results })
} finally {
  restore()
  await local.close()
  rmSync(folder, { recursive: true })
}

/** A start of the service, then one dossier after the other on one connection. */
async function measure(at: string, memoryBytes: number, environment: Record<string, string>) {
  const sent = local.sentBytes
  const requests = local.requests.length
  const options = { environment: { ...environment, PLAT_LIVE: 'none' }, threads: 1 }
  const service = await startService(at, memoryBytes, options)
  try {
    const start_cpu_s = processorSeconds(service.pid)
    const received_at_start_mb = rounded((local.sentBytes - sent) / 1e6, 1)
    const connection = new HttpConnection(service.url)
    const first = await connection.get(paths[0])
    const times: number[] = []
    for (const path of paths) {
      const { ms, status } = await connection.get(path)
      if (status !== 200) throw new Error(`${path} is ${status}`)
      times.push(ms)
    }
    connection.close()
    const cpu_s = processorSeconds(service.pid)
    return {
      start_s: service.start_s,
      start_cpu_s,
      dossiers_cpu_s: cpu_s === null ? null : rounded(cpu_s - start_cpu_s!, 2),
      received_at_start_mb,
      first_dossier_ms: rounded(first.ms, 1),
      dossier_ms: spread(times),
      received_mb: rounded((local.sentBytes - sent) / 1e6, 1),
      requests: local.requests.length - requests,
    }
  } finally {
    await service.stop()
  }
}

/** Requests for the middles of random parcels. */
async function pathsOf(count: number): Promise<string[]> {
  const packs = await openPacks(build, 0)
  const parcels = packs.get('parcels')!
  const random = seededRandom(SEED)
  const found = Array.from({ length: count }, () => {
    const [west, south, east, north] = boundsOf(
      parcels.polygons(Math.floor(random() * parcels.rows)),
    )
    return `/api/v1/location?ll=${(south + north) / 2 / GRID},${(west + east) / 2 / GRID}`
  })
  closePacks(packs)
  return found
}
