import { locksOf, noteFaulty, planBuild } from '../../builds/plan.ts'
import { partitionStore } from '../../builds/result-store.ts'
import { assetsFolder, platHome } from '../../catalog/plat-home.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import { pullAssets } from '../../storage/stored-assets.ts'
import { pullPartitions } from '../../storage/stored-results.ts'
import type { CommandOutput } from '../../terminal/command.ts'
import { formatBytes, formatCount } from '../../terminal/quantity.ts'

/** Brings the partitions and assets that a build of these names would otherwise make and fetch. */
export async function pullParts(
  storage: ObjectStorage,
  names: readonly string[],
  values: Record<string, unknown>,
  out: CommandOutput,
): Promise<void> {
  const home = platHome()
  const { progress } = out
  const plan = await planBuild(names, home)
  noteFaulty(plan, out)
  const print = (
    what: string,
    count: number,
    result: { received_bytes: number; missing: string[] },
  ) => {
    const { missing, received_bytes } = result
    const there = `${formatCount(count - missing.length)} of ${formatCount(count)} ${what} are in the store`
    out.print(`${there}, ${formatBytes(received_bytes)} received.`)
  }
  if (values.partitions === true) {
    const wanted = plan.jobs
      .filter(({ isStored }) => !isStored)
      .map(({ pipeline, fingerprint }) => `${pipeline.id}-${fingerprint}`)
    const result = await pullPartitions(storage, wanted, partitionStore(home), { home, progress })
    print('missing partitions', wanted.length, result)
  }
  if (values.assets === true) {
    const assets = plan.jobs
      .flatMap(locksOf)
      .flatMap((lock) => lock.assets)
      .filter(({ path }) => path === undefined)
    const bySha256 = [...new Map(assets.map((asset) => [asset.sha256, asset])).values()]
    const result = await pullAssets(storage, bySha256, assetsFolder(home), progress)
    print('assets of its locks', bySha256.length, result)
  }
}
