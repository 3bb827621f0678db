import { UPSTREAMS } from '../../layers/index.ts'
import type { SampleUpstreams } from '../../sample/upstreams/start-sample-upstreams.ts'
import type { ServedBuild } from '../../serve/build/build-source.ts'
import { UpstreamClient } from '../../upstream/client.ts'
import { upstreamSettings, urlVariable } from '../../upstream/settings.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { serveSample } from '../end-to-end/served-sample.ts'
import { answersOf, FaultServer } from './fault-server.ts'

/**
 * Tables left out of the build: live services are requested only where these tables are missing.
 */
const LACKING = ['design_values', 'rainfall_frequencies']
/** Share of its deadline that the broken upstream has, so that the test does not wait long. */
const DEADLINE_SHARE = 0.5
/** Deadline of the others: they answer however busy the machine is. */
const PATIENT_MS = 120_000

/** The service on the sample build, with one upstream that can be broken in front of the others. */
export interface FaultyService {
  server: FaultServer
  client: UpstreamClient
  /** The path below the API; answered within `within_ms`, or it throws. */
  get(path: string, within_ms: number): Promise<{ status: number; body: Record<string, unknown> }>
  close(): Promise<void>
}

/** `clock` is that of circuits and of the cache, which stores nothing here. */
export async function startFaultyService(
  broken: Pick<Upstream, 'id'>,
  upstreams: SampleUpstreams,
  clock: { now: number },
): Promise<FaultyService> {
  const server = await FaultServer.start(answersOf(upstreams.url), `/${broken.id}`)
  const environment = { ...upstreams.environment, [urlVariable(broken)]: server.base }
  const impatient = UPSTREAMS.map((upstream) => ({
    ...upstream,
    deadline_ms: upstream.id === broken.id ? upstream.deadline_ms * DEADLINE_SHARE : PATIENT_MS,
    cache_ms: 0,
  }))
  const client = new UpstreamClient({
    upstreams: impatient,
    settings: upstreamSettings(environment, UPSTREAMS),
    now: () => clock.now,
    cooldown_ms: 1_000,
  })
  const sample = await serveSample({ change: lacking, upstreams: client })
  return {
    server,
    client,
    async get(path, within_ms) {
      const signal = AbortSignal.timeout(within_ms)
      const response = await fetch(sample.base + path, { signal })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    async close() {
      await sample.close()
      await server.stop()
    },
  }
}

function lacking(build: ServedBuild): ServedBuild {
  const packs = new Map([...build.packs].filter(([table]) => !LACKING.includes(table)))
  return { ...build, packs }
}
