import { openPinned } from '../../catalog/build-folder.ts'
import type { Progress } from '../../terminal/progress.ts'
import { HttpConnection, type Stretch, stretch } from './http-client.ts'
import { SIZE_CLASSES, type Spot, sizeClassOf } from './lookup-spots.ts'
import { memoryOf, processorSeconds } from './peak-memory.ts'
import { startService } from './plat-service.ts'
import { rounded, spread } from './results.ts'

export interface ServiceOptions {
  home: string
  memoryBytes: number
  spots: readonly Spot[]
  stretch_s: number
  clients: number
  progress: Progress
}

/** Figures of one stretch, with what the service's process spent on a request. */
type Figures = Stretch['figures'] & { service_cpu_ms: number | null }

export interface ServiceFigures {
  start_s: number
  packs_in_memory_mb: number
  rss_mb: number | null
  pss_mb: number | null
  health_one_client: Figures
  dossier_one_client: Figures
  dossier_one_client_by_largest_polygon: Record<string, ReturnType<typeof spread>>
  dossier_crowd: Figures
  geometry_one_client: Figures
  geometry_crowd: Figures
  two_sections_one_client: Figures
}

/** Starts the service and asks it for dossiers, alone and in a crowd. */
export async function serveAndMeasure(options: ServiceOptions): Promise<ServiceFigures> {
  const { home, memoryBytes, spots, stretch_s, clients, progress } = options
  const limit_mb = Math.round(memoryBytes / 1e6)
  const step = progress.step(`HTTP, packs within ${limit_mb} MB`)
  const service = await startService(home, memoryBytes)
  const measured = async (count: number, pathOf: (n: number) => string) => {
    const before = processorSeconds(service.pid)
    const taken = await stretch(service.url, { clients: count, seconds: stretch_s, pathOf })
    const after = processorSeconds(service.pid)
    const service_cpu_ms =
      before === null || after === null
        ? null
        : rounded(((after - before) * 1000) / taken.answers.length)
    step.advance(taken.answers.length)
    return { answers: taken.answers, figures: { ...taken.figures, service_cpu_ms } }
  }
  const dossierOf = (more: string) => (n: number) => {
    const { lat, lng } = spots[n % spots.length]
    return `/api/v1/location?ll=${lat},${lng}${more}`
  }
  try {
    await warmUp(
      service.url,
      spots.map((_, n) => dossierOf('')(n)),
    )
    const health = await measured(1, () => '/api/v1/health')
    const single = await measured(1, dossierOf(''))
    const crowd = await measured(clients, dossierOf(''))
    const two = await measured(1, dossierOf('&layers=parcel,flood'))
    // Memory before geometry is asked for: that also takes GEOS's own.
    const memory = memoryOf(service.pid)
    const geometry = await measured(1, dossierOf('&include_geometry=true'))
    const geometryCrowd = await measured(clients, dossierOf('&include_geometry=true'))
    const bySize = SIZE_CLASSES.flatMap(({ name }) => {
      const own = single.answers.filter(({ n }) => sizeClassOf(spots[n % spots.length]) === name)
      return own.length > 0 ? [[name, spread(own.map(({ ms }) => ms))]] : []
    })
    step.done(`p50 ${single.figures.p50} ms, ${crowd.figures.requests_per_s} a second`)
    return {
      start_s: service.start_s,
      packs_in_memory_mb: await megabytesWithin(home, memoryBytes),
      ...memory,
      health_one_client: health.figures,
      dossier_one_client: single.figures,
      dossier_one_client_by_largest_polygon: Object.fromEntries(bySize),
      dossier_crowd: crowd.figures,
      geometry_one_client: geometry.figures,
      geometry_crowd: geometryCrowd.figures,
      two_sections_one_client: two.figures,
    }
  } finally {
    await service.stop()
  }
}

/** Every spot once, whatever the machine's load: code that ran twice a second stays cold. */
async function warmUp(url: string, paths: readonly string[]): Promise<void> {
  const connection = new HttpConnection(url)
  for (const path of paths) await connection.get(path)
  connection.close()
}

/** Megabytes of the packs that the service holds whole: the smallest first, while the limit lasts. */
async function megabytesWithin(home: string, memoryBytes: number): Promise<number> {
  const { manifest } = await openPinned(home)
  let held = 0
  for (const bytes of manifest.packs.map((pack) => pack.bytes).sort((a, b) => a - b))
    if (held + bytes <= memoryBytes) held += bytes
  return Math.round(held / 1e6)
}
