import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '../../random/seeded-random.ts'
import type { FaultServer } from '../faults/fault-server.ts'
import { FAULTS } from '../faults/faults.ts'
import { protocolFaults } from '../faults/protocol-faults.ts'

/** How long an upstream works, then how long it is broken, in seconds. */
const WELL_S = [2, 12] as const
const BROKEN_S = [1, 8] as const

/**
 * Breaks and mends a server until `end`, by a schedule of its seed; returns how often each fault
 * was on.
 */
export async function flap(
  id: string,
  server: FaultServer,
  seed: number,
  end: number,
): Promise<{ id: string; played: Record<string, number> }> {
  const random = seededRandom(seed)
  const faults = [...FAULTS, ...protocolFaults(id)]
  const played: Record<string, number> = {}
  const pass = async ([least, most]: readonly [number, number]) => {
    const until = performance.now() + (least + random() * (most - least)) * 1_000
    while (performance.now() < Math.min(until, end)) await wait(50)
  }
  while (performance.now() < end) {
    await pass(WELL_S)
    const fault = faults[Math.floor(random() * faults.length)]
    await server.break(fault)
    played[fault.name] = (played[fault.name] ?? 0) + 1
    await pass(BROKEN_S)
    await server.mend()
  }
  return { id, played }
}
