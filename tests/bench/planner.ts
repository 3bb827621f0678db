/**
 * The built-in planner behind the turn service: from a brief to the saved version, and edits. The
 * service is `plat-architect serve` with the embedded database, on a port of this machine; the time
 * is that of a client, from its request to the end of the answer. The peer of the same run is the
 * same edit sent as an operation by a client that knows it, in place of a sentence.
 *
 *   node tests/bench/planner.ts [--runs 10]
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ArchitectService } from './architect-service.ts'
import { machine, rounded, spread, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } })
const runs = wholeOption(values.runs, 'runs')

/** Each run has another area, as a search that was made before is cached. */
const house = (run: number) =>
  `A house with three bedrooms, a bathroom, a kitchen and a living room of ${24 + run / 10} m².`
const large = (run: number) =>
  `A large house on two floors. Ground floor: entrance hall, living room ${30 + run / 10} m², dining room 16 m², kitchen 14 m², office 12 m², toilet, utility room. First floor: main bedroom 18 m² with its own bathroom, three bedrooms of 13 m², and a family bathroom.`
/** Each way and back, so that a house stays as it is. */
const EDITS = ['Make the kitchen 20 cm wider.', 'Undo that.']
const PEER = { tool: 'set_zone', arguments: { zoneId: 'Kitchen', label: 'Kitchen' } }

const started = machine()
const service = await ArchitectService.start({ PLAT_MODEL: 'planner' })
try {
  const idle_mb = memory()
  await turn(await service.project(), house(0))
  const houses: number[] = []
  const larges: number[] = []
  for (let run = 1; run <= runs; run++) {
    houses.push(await turn(await service.project(), house(run)))
    larges.push(await turn(await service.project(), large(run)))
  }
  const edited = await service.project()
  await turn(edited, house(0))
  const edits: number[] = []
  const peers: number[] = []
  for (let i = 0; i < runs; i++) {
    edits.push(await turn(edited, EDITS[0]))
    await turn(edited, EDITS[1])
    const start = performance.now()
    await service.send(`/api/scenes/${edited}/operations`, { operations: [PEER] })
    peers.push(performance.now() - start)
  }
  const result = {
    machine: started,
    runs,
    house_ms: spread(houses),
    two_storeys_ms: spread(larges),
    edit_ms: spread(edits),
    peer_edit_ms: spread(peers),
    edit_to_peer: rounded(spread(edits).p50 / spread(peers).p50, 1),
    memory_mb: { idle: idle_mb, after: memory() },
  }
  console.log(result)
  writeResults('planner', result)
} finally {
  await service.close()
}

/** Milliseconds of a turn that must complete and save a version, or undo one. */
async function turn(projectId: string, input: string): Promise<number> {
  const start = performance.now()
  const answer = await service.send('/v1/responses', {
    model: 'architect',
    input,
    metadata: { project_id: projectId },
  })
  if (answer.status !== 'completed' || !answer.metadata.svc_version)
    throw new Error(JSON.stringify(answer).slice(0, 2_000))
  return performance.now() - start
}

/** Memory of the service with its threads, in megabytes. */
function memory(): number {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_024)
}
