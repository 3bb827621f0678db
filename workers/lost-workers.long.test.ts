import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Manifest } from '../catalog/manifest.ts'
import { BuildMachines, sameBytes } from '../tests/servers/build-machines.ts'
import { HOST, MachineNetworks, whyNoNetworks } from '../tests/servers/machine-networks.ts'
import { findPostgres } from '../tests/servers/plain-postgres.ts'

const ROUNDS = Number(process.env.PLAT_LOST_WORKERS_ROUNDS ?? 20)
const MACHINES = [0, 1, 2]
/** Longer than a lease: the job of the worker is another's by then. */
const CUT_MS = 60_000
/** Layers whose partitions take seconds. */
const NAMES = ['flood', 'zoning', 'soils', 'wetlands', 'structures'].map((id) => `${id}/sample`)

const postgres = findPostgres()
const whyNot = typeof postgres === 'string' ? postgres : whyNoNetworks()

let networks: MachineNetworks
let machines: BuildMachines
let alone: Manifest

beforeAll(async () => {
  if (whyNot !== null) return
  networks = new MachineNetworks(MACHINES.length)
  machines = await BuildMachines.open(NAMES, HOST, networks.network)
  alone = await machines.buildAlone()
})
afterAll(async () => {
  await machines?.close()
  networks?.remove()
})

const start = (machine: number, round: number) =>
  machines.startWorker(machine, round, { inNetwork: (...command) => networks.command(...command) })

/** Waits for a machine in the middle of a partition. */
async function machineAtPartition(run: string, others: readonly number[] = []): Promise<number> {
  for (;;) {
    const { jobs } = (await machines.queue.run(run))!
    const found = MACHINES.filter((machine) => !others.includes(machine)).find((machine) =>
      jobs.some(
        ({ name, state, report }) =>
          state === 'active' &&
          name.startsWith('partition') &&
          report?.worker.endsWith(`/${machines.workers[machine].pid}`),
      ),
    )
    if (found !== undefined) return found
    await sleep(50)
  }
}

test.skipIf(whyNot !== null)(
  `${ROUNDS} builds by three machines, of which one is killed and one is cut off for a minute`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const machine of MACHINES) await start(machine, round)
      const { exit, run } = await machines.queueBuild(round)
      const killed = await machineAtPartition(run)
      machines.workers[killed].kill('SIGKILL')
      const cut = await machineAtPartition(run, [killed])
      networks.cut(cut)
      const joined = sleep(CUT_MS).then(() => networks.join(cut))
      // A machine that was started again, as its service would.
      await start(killed, round)
      expect(await exit).toBe(0)
      await joined
      const made = (await machines.queue.run(run))!
      expect(made.state).toBe('done')
      // No partition is lost, none is of other bytes, and the build was stored once.
      const { manifest, writes } = await machines.storedBuild(round, made.build)
      expect(sameBytes(manifest)).toEqual(sameBytes(alone))
      expect(manifest.audits).toEqual(alone.audits)
      expect(writes).toBe(1)
      const attempts = made.jobs.map((job) => job.attempts)
      expect(attempts.filter((count) => count > 1).length).toBeGreaterThan(1)
      const seconds = (made.ended_at!.getTime() - made.created_at.getTime()) / 1000
      console.log(`round ${round + 1} of ${ROUNDS}: ${seconds.toFixed(0)} s, attempts ${attempts}`)
      machines.endWorkers()
      machines.s3.objects.clear()
    }
  },
  ROUNDS * 300_000,
)
