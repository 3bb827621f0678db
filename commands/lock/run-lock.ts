import { clocksOf } from '../../catalog/clocks.ts'
import { findLock, listLocks, readLock, writeLock } from '../../catalog/lock.ts'
import { assetsFolder } from '../../catalog/plat-home.ts'
import { readSource } from '../../catalog/source.ts'
import {
  heldAssetResolver,
  sampleWriter,
  type WriteSample,
} from '../../pipelines/stages/fetch-sample.ts'
import { type CommandArguments, type CommandOutput, UsageError } from '../../terminal/command.ts'
import { formatBytes } from '../../terminal/quantity.ts'
import { formatTable } from '../../terminal/table.ts'
import { checkLock } from './check-lock.ts'
import { type DraftOptions, draftLock, SAMPLE_LOCK, sampleDraft } from './lock-draft.ts'
import { pruneAssets } from './prune-assets.ts'
import { takeLock } from './take-lock.ts'

/** Runs the action that the first argument names. */
export async function runLock(args: CommandArguments, out: CommandOutput): Promise<number> {
  const [action, ...ids] = args.positionals
  const write = sampleWriter(out.progress)
  if (action === 'list' && ids.length === 0) return await list(out)
  if (action === 'show' && ids.length === 1) return await show(ids[0], args, out)
  if (action === 'take' && ids.length === 1) return await take(ids[0], args, out, write)
  if (action === 'check') return await check(ids, args, out, write)
  if (action === 'prune' && ids.length === 0) return await prune(out)
  throw new UsageError('Name an action: list, show <id>, take <id>, check [id...] or prune.')
}

async function list(out: CommandOutput): Promise<number> {
  const now = new Date()
  const rows = []
  for (const id of await listLocks()) {
    const lock = await readLock(id)
    const bytes = lock.assets.reduce((sum, asset) => sum + asset.bytes, 0)
    const { data, copy } = clocksOf(lock, now)
    rows.push([id, lock.source, data, copy, lock.assets.length, formatBytes(bytes)])
  }
  out.print(formatTable(['lock', 'source', 'data', 'our copy', 'assets', 'size'], rows))
  return 0
}

async function show(id: string, { values }: CommandArguments, out: CommandOutput): Promise<number> {
  const lock = await readLock(id)
  if (values.json) {
    out.print(JSON.stringify(lock, null, 2))
    return 0
  }
  const source = await readSource(lock.source)
  const { data, copy } = clocksOf(lock, new Date())
  const rows = [
    ['source', `${source.title} (${source.id})`],
    ['publisher', source.publisher],
    ['licence', source.licence.name],
    ['attribution', source.attribution],
    ['data', data],
    ['our copy', copy],
    ...(lock.vintage.note === undefined ? [] : [['note', lock.vintage.note]]),
  ]
  out.print(formatTable([id, ''], rows))
  out.print('')
  const assets = lock.assets.map(({ name, path, url, bytes, sha256 }) => [
    name,
    bytes,
    sha256.slice(0, 12),
    path ?? url,
  ])
  out.print(formatTable(['asset', 'bytes', 'sha256', 'where'], assets))
  return 0
}

async function take(
  id: string,
  { values }: CommandArguments,
  out: CommandOutput,
  write: WriteSample,
): Promise<number> {
  const before = await findLock(id)
  const draft =
    id === SAMPLE_LOCK
      ? sampleDraft((await write()).names)
      : draftLock(id, values as DraftOptions, before)
  await readSource(draft.source)
  const { lock, changes } = await takeLock(draft, before, {
    into: assetsFolder(),
    resolve: heldAssetResolver(write),
    progress: out.progress,
    now: new Date(),
  })
  const path = await writeLock(lock)
  const rows = lock.assets.map(({ name, bytes, sha256 }, at) => [
    name,
    bytes,
    sha256.slice(0, 12),
    changes[at].change,
  ])
  out.print(formatTable(['asset', 'bytes', 'sha256', ''], rows))
  out.print(`Lock written to ${path}`)
  return 0
}

async function check(
  ids: string[],
  { values }: CommandArguments,
  out: CommandOutput,
  write: WriteSample,
): Promise<number> {
  const resolve = heldAssetResolver(write)
  const options = { resolve, progress: out.progress, isFetching: values.fetch === true }
  const checked = []
  for (const id of ids.length > 0 ? ids : await listLocks()) {
    checked.push(...(await checkLock(id, options)))
  }
  const rows = checked.map(({ lock, asset, result }) => [lock, asset, result])
  out.print(formatTable(['lock', 'asset', 'result'], rows))
  return checked.some((asset) => asset.isWrong) ? 1 : 0
}

async function prune(out: CommandOutput): Promise<number> {
  const { files, bytes } = await pruneAssets(assetsFolder(), new Date())
  out.print(`Removed ${files} files (${formatBytes(bytes)}) that no lock names.`)
  return 0
}
