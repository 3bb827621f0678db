import { openPinned } from '../../catalog/build-folder.ts'
import type { Progress } from '../../terminal/progress.ts'
import { HttpConnection, type Stretch, stretch } from './http-client.ts'
import { memoryOf, processorSeconds } from './peak-memory.ts'
import { type PlatService, startService } from './plat-service.ts'
import { median, rounded, spread } from './results.ts'
import { type SamplePoint, SIZE_CLASSES, sizeClassOf } from './sample-points.ts'

export interface ServiceOptions {
  home: string
  points: readonly SamplePoint[]
  stretch_s: number
  clients: number
  progress: Progress
}

/**
 * All stretches of one question together: times of all answers, the median of what a stretch has.
 */
type Figures = ReturnType<typeof spread> & {
  requests_per_s: number
  /** Requests a second of each stretch, the lowest first: they show how even the machine was. */
  requests_per_s_of_stretches: number[]
  mean_bytes: number
  client_cpu_ms: number
  /** Processor time that the service spent on a request. */
  service_cpu_ms: number | null
}

/** Stretches of every question, in turns: other tenants of a machine come and go. */
const STRETCHES = 5

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

/**
 * Starts a service for each memory limit and requests dossiers, alone and in a crowd. Services
 * and questions take turns: other work of the machine then affects all of them.
 */
export async function serveAndMeasure<Name extends string>(
  limits: Record<Name, number>,
  { home, points, stretch_s, clients, progress }: ServiceOptions,
): Promise<Record<Name, ServiceFigures>> {
  const step = progress.step('HTTP', { unit: 'answers' })
  const dossierOf = (more: string) => (n: number) => {
    const { lat, lng } = points[n % points.length]
    return `/api/v1/location?ll=${lat},${lng}${more}`
  }
  const entries = Object.entries<number>(limits)
  const services: Measured[] = []
  const inTurns = async (series: Record<string, RequestSeries>) => {
    for (let turn = 0; turn < STRETCHES; turn++)
      for (const [name, each] of Object.entries(series))
        for (const service of services) {
          const taken = await takeStretch(service.plat, { ...each, seconds: stretch_s })
          service.taken.set(name, [...(service.taken.get(name) ?? []), taken])
          step.advance(taken.answers.length)
        }
  }
  try {
    for (const [name, memoryBytes] of entries)
      services.push({
        name,
        memoryBytes,
        plat: await startService(home, memoryBytes),
        taken: new Map(),
      })
    const paths = points.map((_, n) => dossierOf('')(n))
    for (const { plat } of services) await warmUp(plat.url, paths)
    await inTurns({
      health: { clients: 1, pathOf: () => '/api/v1/health' },
      dossier: { clients: 1, pathOf: dossierOf('') },
      dossier_crowd: { clients, pathOf: dossierOf('') },
      two_sections: { clients: 1, pathOf: dossierOf('&layers=parcel,flood') },
    })
    // Memory before geometry is requested, which also takes the memory of GEOS.
    const memory = new Map(services.map(({ name, plat }) => [name, memoryOf(plat.pid)]))
    await inTurns({
      geometry: { clients: 1, pathOf: dossierOf('&include_geometry=true') },
      geometry_crowd: { clients, pathOf: dossierOf('&include_geometry=true') },
    })
    const figures = await Promise.all(
      services.map(async (service) => [
        service.name,
        {
          start_s: service.plat.start_s,
          packs_in_memory_mb: await megabytesWithin(home, service.memoryBytes),
          ...memory.get(service.name)!,
          ...figuresOf(service, points),
        },
      ]),
    )
    step.done()
    return Object.fromEntries(figures)
  } finally {
    for (const { plat } of services) await plat.stop()
  }
}

/** A service, and its stretches by question. */
interface Measured {
  name: string
  memoryBytes: number
  plat: PlatService
  taken: Map<string, Taken[]>
}

async function takeStretch(
  { url, pid }: PlatService,
  options: Parameters<typeof stretch>[1],
): Promise<Taken> {
  const before = processorSeconds(pid)
  const taken = await stretch(url, options)
  const after = processorSeconds(pid)
  return { ...taken, cpu_s: before === null || after === null ? null : after - before }
}

function figuresOf({ taken }: Measured, points: readonly SamplePoint[]) {
  const of = (name: string) => together(taken.get(name)!)
  const single = of('dossier')
  const bySize = SIZE_CLASSES.flatMap(({ name }) => {
    const own = single.answers.filter(({ n }) => sizeClassOf(points[n % points.length]) === name)
    return own.length > 0 ? [[name, spread(own.map(({ ms }) => ms))]] : []
  })
  return {
    health_one_client: of('health').figures,
    dossier_one_client: single.figures,
    dossier_one_client_by_largest_polygon: Object.fromEntries(bySize),
    dossier_crowd: of('dossier_crowd').figures,
    geometry_one_client: of('geometry').figures,
    geometry_crowd: of('geometry_crowd').figures,
    two_sections_one_client: of('two_sections').figures,
  }
}

/** Requests of one kind: how many clients send them, and the path of each. */
interface RequestSeries {
  clients: number
  pathOf: (n: number) => string
}

/** A stretch, and the processor seconds of the service in it. */
interface Taken extends Stretch {
  cpu_s: number | null
}

function together(taken: readonly Taken[]): { answers: Stretch['answers']; figures: Figures } {
  const answers = taken.flatMap((each) => each.answers)
  const perS = taken.map(({ figures }) => figures.requests_per_s).sort((a, b) => a - b)
  const cpuMs = taken.map(({ cpu_s, answers: own }) => cpu_s && (cpu_s * 1000) / own.length)
  return {
    answers,
    figures: {
      ...spread(answers.map(({ ms }) => ms)),
      requests_per_s: median(perS),
      requests_per_s_of_stretches: perS,
      mean_bytes: Math.round(answers.reduce((sum, { bytes }) => sum + bytes, 0) / answers.length),
      client_cpu_ms: rounded(median(taken.map(({ figures }) => figures.client_cpu_ms))),
      service_cpu_ms: cpuMs.every((ms) => ms !== null) ? rounded(median(cpuMs)) : null,
    },
  }
}

/** Connections of the warm-up: each thread of the service gets some of them. */
const WARM_CONNECTIONS = 16

/**
 * Requests every point several times, whatever the machine's load: code that ran twice a second
 * stays cold.
 */
async function warmUp(url: string, paths: readonly string[]): Promise<void> {
  const warm = async (_: unknown, own: number) => {
    const connection = new HttpConnection(url)
    for (let n = own % 4; n < paths.length; n += 4) await connection.get(paths[n])
    connection.close()
  }
  await Promise.all(Array.from({ length: WARM_CONNECTIONS }, warm))
}

/**
 * Megabytes of the packs that the service holds whole: the smallest first, while the limit lasts.
 */
async function megabytesWithin(home: string, memoryBytes: number): Promise<number> {
  const { manifest } = await openPinned(home)
  let held = 0
  for (const bytes of manifest.packs.map((pack) => pack.bytes).sort((a, b) => a - b))
    if (held + bytes <= memoryBytes) held += bytes
  return Math.round(held / 1e6)
}
