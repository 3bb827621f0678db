import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describeChange, INPUTS_FILE, type PartitionInputs } from './partition-inputs.ts'
import { isStored, partitionStore } from './result-store.ts'

/** Whether the result of a partition is stored, and the reason in words. */
export interface Stored {
  isStored: boolean
  reason: string
}

/** Inputs of a stored result, and when it was used last. */
interface UsedInputs {
  at: number
  inputs: PartitionInputs
}

/** The stored results of partitions of a home, for one plan. */
export class PartitionHistory {
  private readonly store: string
  /** The newest inputs of each partition by layer: a layer is read once, when one is missing. */
  private readonly newest = new Map<string, Promise<Map<string, UsedInputs>>>()

  constructor(home: string) {
    this.store = partitionStore(home)
  }

  /**
   * Looks for the stored result of a partition. Where there is none, the reason is the difference
   * between its inputs and those of its newest stored result.
   */
  async find(layer: string, fingerprint: string, inputs: PartitionInputs): Promise<Stored> {
    if (await isStored(this.store, `${layer}-${fingerprint}`))
      return { isStored: true, reason: 'unchanged' }
    const read = this.newest.get(layer) ?? this.readNewest(layer)
    this.newest.set(layer, read)
    const before = (await read).get(inputs.partition)
    const reason = before ? describeChange(before.inputs, inputs) : 'no earlier result is stored'
    return { isStored: false, reason }
  }

  private async readNewest(layer: string): Promise<Map<string, UsedInputs>> {
    const newest = new Map<string, UsedInputs>()
    for (const name of await readdir(this.store).catch(() => [])) {
      if (!name.startsWith(`${layer}-`)) continue
      const folder = join(this.store, name)
      // A build that runs may replace or remove it.
      const at = (await stat(folder).catch(() => null))?.mtimeMs ?? 0
      const inputs = await readInputs(join(folder, INPUTS_FILE))
      if (inputs && at > (newest.get(inputs.partition)?.at ?? 0))
        newest.set(inputs.partition, { at, inputs })
    }
    return newest
  }
}

/** Null for results of versions that did not store their inputs, and for a damaged file. */
async function readInputs(file: string): Promise<PartitionInputs | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PartitionInputs
  } catch {
    return null
  }
}
