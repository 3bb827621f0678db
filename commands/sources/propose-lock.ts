import { join } from 'node:path'
import type { ResolveAssetPath } from '../../catalog/asset-path.ts'
import { replaceFile } from '../../catalog/atomic-file.ts'
import { type Lock, lockText } from '../../catalog/lock.ts'
import type { Progress } from '../../terminal/progress.ts'
import { hideQueries } from '../../terminal/shown-url.ts'
import { StepError } from '../../terminal/step-error.ts'
import { draftLock } from '../lock/lock-draft.ts'
import { takeLock } from '../lock/take-lock.ts'
import { PROPOSAL_BYTES_MAX, PROPOSAL_MS_MAX } from './check-limits.ts'
import { diffLock } from './lock-diff.ts'

/** A lock of what is served now, or the reason why there is none. */
export interface Proposal {
  lock: string
  /** The written lock; null where it could not be taken or is the committed one. */
  file: string | null
  /** Unified diff against the committed lock, without the queries of its URLs. */
  diff: string
  problem: string | null
}

export interface ProposeOptions {
  /** Folder of the proposed locks. */
  to: string
  /** Folder of the committed locks. */
  locks: string
  /** The store of downloads, `assetsFolder()`. */
  into: string
  resolve: ResolveAssetPath
  progress: Progress
  now: Date
}

/**
 * Fetches a lock's assets again, and writes the lock of their bytes under the same id, with the
 * name of its edition open: only a person can state it. Failures of the outside world are the
 * problem of the proposal.
 */
export async function proposeLock(before: Lock, options: ProposeOptions): Promise<Proposal> {
  const { id } = before
  const { to, locks, into, resolve, progress, now } = options
  const none = { lock: id, file: null, diff: '' }
  const signal = AbortSignal.timeout(PROPOSAL_MS_MAX)
  const limits = { bytes_max: PROPOSAL_BYTES_MAX }
  try {
    const taking = { into, resolve, progress, now, limits, signal }
    const { lock, changes } = await takeLock(draftLock(id, {}, before), before, taking)
    if (changes.some(({ change }) => change !== 'unchanged')) lock.vintage = openVintage(now)
    const text = lockText(lock)
    const diff = await diffLock(id, join(locks, `${id}.json`), text)
    if (diff === '') return { ...none, problem: null }
    const file = join(to, `${id}.json`)
    await replaceFile(file, text)
    return { lock: id, file, diff: hideQueries(diff), problem: null }
  } catch (error) {
    if (signal.aborted) return { ...none, problem: `not fetched in ${PROPOSAL_MS_MAX} ms` }
    if (!(error instanceof StepError)) throw error
    const parts = [error.step, error.target, error.problem].map(hideQueries)
    return { ...none, problem: parts.join(': ') }
  }
}

function openVintage(now: Date): Lock['vintage'] {
  return {
    label: `served on ${now.toISOString().slice(0, 10)}`,
    note: "The publisher's name of the edition is not stated yet; `lock take --vintage` sets it.",
  }
}
