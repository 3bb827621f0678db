import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describeChange, INPUTS_FILE, type PartitionInputs } from './partition-inputs.ts'
import { isStored, partitionStore } from './result-store.ts'

/** Whether the result of a partition is stored, and the reason in words. */
export interface Stored {
  isStored: boolean
  reason: string
}

/**
 * Looks for the stored result of a partition. Where there is none, the reason is the difference
 * between its inputs and those of its newest stored result.
 */
export async function findStored(
  layer: string,
  fingerprint: string,
  inputs: PartitionInputs,
  home: string,
): Promise<Stored> {
  const store = partitionStore(home)
  if (await isStored(store, `${layer}-${fingerprint}`))
    return { isStored: true, reason: 'unchanged' }
  const before = await newestInputs(layer, inputs.partition, store)
  const reason = before === null ? 'no earlier result is stored' : describeChange(before, inputs)
  return { isStored: false, reason }
}

/** Inputs of the newest stored result of a partition; null when there is none. */
async function newestInputs(layer: string, partition: string, store: string) {
  let newest: { at: number; inputs: PartitionInputs } | null = null
  for (const name of await readdir(store).catch(() => [])) {
    if (!name.startsWith(`${layer}-`)) continue
    const folder = join(store, name)
    // A build that runs may replace or remove it.
    const at = (await stat(folder).catch(() => null))?.mtimeMs ?? 0
    if (at <= (newest?.at ?? 0)) continue
    const inputs = await readInputs(join(folder, INPUTS_FILE))
    if (inputs?.partition === partition) newest = { at, inputs }
  }
  return newest?.inputs ?? null
}

/** Null for results of versions that did not store their inputs, and for a damaged file. */
async function readInputs(file: string): Promise<PartitionInputs | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PartitionInputs
  } catch {
    return null
  }
}
