import { formatTable } from '../../terminal/table.ts'
import type { PeerFigures } from './dossier-peer.ts'
import type { ServiceFigures } from './dossier-service.ts'
import { rounded } from './results.ts'

/**
 * Times that `dossier-sections.ts` prints of one question, in ms; processor time includes the
 * collector's.
 */
interface QuestionTime {
  p50: number
  p99: number
  mean: number
  cpu_mean: number
}

export interface SectionFigures {
  times: Record<string, QuestionTime>
}

/** One service, or one process, with the packs in memory and one with most of them read. */
export interface Both<Figures> {
  in_memory: Figures
  low_memory: Figures
}

/** How many times longer a dossier takes by positioned reads. */
export function lowMemoryRatios(http: Both<ServiceFigures>) {
  const [held, read] = [http.in_memory.dossier_one_client, http.low_memory.dossier_one_client]
  return {
    p50: rounded(read.p50 / held.p50, 2),
    p99: rounded(read.p99 / held.p99, 2),
    requests_per_s: rounded(
      http.in_memory.dossier_crowd.requests_per_s / http.low_memory.dossier_crowd.requests_per_s,
      2,
    ),
  }
}

/** Our spatial questions, in one thread, against the peer's. Above 1 ours are faster. */
export function peerRatios(peer: PeerFigures, ours: QuestionTime, http: ServiceFigures) {
  const { one_client, one_client_server_alone, crowd, pgbench } = peer
  const ours_per_s = 1000 / ours.mean
  const dossiers_per_s = http.dossier_crowd.requests_per_s
  // EXPLAIN counts the rows of some sixty plan nodes, which may cost more than sending them to a
  // client.
  const alone = Math.min(one_client_server_alone.p50, one_client.p50)
  return {
    latency_p50: {
      through_the_driver: rounded(one_client.p50 / ours.p50, 1),
      server_alone: rounded(alone / ours.p50, 1),
    },
    throughput_of_one_thread_of_ours: {
      against_one_client_of_the_driver: rounded((ours_per_s * one_client.mean) / 1000, 1),
      against_all_clients_of_the_driver: rounded(ours_per_s / crowd.requests_per_s, 1),
      against_pgbench_one_client: rounded(ours_per_s / pgbench.one_client.requests_per_s, 1),
      against_pgbench_all_clients: rounded(ours_per_s / pgbench.crowd.requests_per_s, 1),
    },
    whole_dossiers_over_http_against_their_questions_alone: {
      all_clients_of_the_driver: rounded(dossiers_per_s / crowd.requests_per_s, 1),
      pgbench_all_clients: rounded(dossiers_per_s / pgbench.crowd.requests_per_s, 1),
    },
  }
}

export function printHttp(http: Both<ServiceFigures>, clients: number): void {
  for (const [where, figures] of Object.entries(http) as [string, ServiceFigures][]) {
    const row = (name: string, each: ServiceFigures['dossier_one_client']) => {
      const { p50, p99, requests_per_s, service_cpu_ms, client_cpu_ms } = each
      return [name, p50, p99, requests_per_s, service_cpu_ms, client_cpu_ms]
    }
    const rows = [
      row('health, 1 client', figures.health_one_client),
      row('all sections, 1 client', figures.dossier_one_client),
      row(`all sections, ${clients} clients`, figures.dossier_crowd),
      row('with geometry, 1 client', figures.geometry_one_client),
      row(`with geometry, ${clients} clients`, figures.geometry_crowd),
      row('parcel and flood, 1 client', figures.two_sections_one_client),
    ]
    const head = `${where.replace('_', ' ')}, ms`
    console.log(formatTable([head, 'p50', 'p99', 'requests/s', 'service cpu', 'client cpu'], rows))
    const { start_s, rss_mb, pss_mb, packs_in_memory_mb } = figures
    const memory = `${rss_mb} MB resident, PSS ${pss_mb} MB, of packs ${packs_in_memory_mb} MB`
    console.log(`started in ${start_s} s; ${memory}\n`)
  }
  const sizes = Object.entries(http.in_memory.dossier_one_client_by_largest_polygon)
  const rows = sizes.map(([name, { p50, p99, n }]) => [name, p50, p99, n])
  console.log(formatTable(['by largest polygon, ms', 'p50', 'p99', 'answers'], rows))
}

export function printSections({ in_memory, low_memory }: Both<SectionFigures>): void {
  const rows = Object.entries(in_memory.times).map(([name, held]) => {
    const read = low_memory.times[name]
    return [name, held.p50, held.p99, held.cpu_mean, read.p50, read.p99, read.cpu_mean]
  })
  const heads = ['p50', 'p99', 'cpu', 'low memory p50', 'p99', 'cpu']
  console.log(`\n${formatTable(['in process, ms', ...heads], rows)}`)
}
