import type { Lock } from '../../catalog/lock.ts'
import { type Rhythm, rhythmOf } from '../../catalog/rhythm.ts'
import type { Source } from '../../catalog/source.ts'
import { formatTable } from '../../terminal/table.ts'
import type { Proposal } from './propose-lock.ts'
import type { Finding } from './question.ts'

/**
 * Age of a lock against the promise of its source. `newest`: older than promised, and unchanged at
 * the publisher, so that there is nothing newer to take.
 */
export interface LockAge extends Rhythm {
  lock: string
  source: string
  state: 'no_promise' | 'in_rhythm' | 'old' | 'newest'
}

/** Everything that a check found, as `--json` prints it. */
export interface SourcesReport {
  checked_at: string
  assets: Finding[]
  locks: LockAge[]
  /** Locks with a changed asset. */
  changed: string[]
  /** Command lines that take the changed locks again. */
  commands: string[]
  /** Null where nothing was to be taken. */
  proposals: Proposal[] | null
}

export function reportOf(
  locks: readonly Lock[],
  sources: ReadonlyMap<string, Source>,
  findings: Finding[],
  now: Date,
): SourcesReport {
  const changed = locks
    .map(({ id }) => id)
    .filter((id) => findings.some(({ lock, verdict }) => lock === id && verdict === 'changed'))
  return {
    checked_at: now.toISOString(),
    assets: findings,
    locks: locks.map((lock) => {
      const rhythm = rhythmOf(lock, sources.get(lock.source)!, now)
      const own = findings.filter(({ lock: id }) => id === lock.id)
      return { lock: lock.id, source: lock.source, ...rhythm, state: stateOf(rhythm, own) }
    }),
    changed,
    commands: changed.map((id) => `plat lock take ${id} --vintage "<edition>"`),
    proposals: null,
  }
}

function stateOf({ promised_days, is_old }: Rhythm, findings: Finding[]): LockAge['state'] {
  if (promised_days === null) return 'no_promise'
  if (!is_old) return 'in_rhythm'
  return findings.every(({ verdict }) => verdict === 'unchanged') ? 'newest' : 'old'
}

/** True when something changed, or is older than its source promises. */
export function isStale({ changed, locks }: SourcesReport): boolean {
  return changed.length > 0 || locks.some(({ state }) => state === 'old')
}

/** The report for people. */
export function formatReport({ assets, locks, commands, proposals }: SourcesReport): string {
  const rows = assets.map(({ lock, asset, is_publisher, verdict, evidence }) => [
    ...[lock, is_publisher ? `publisher's ${asset}` : asset],
    ...[verdict, evidence],
  ])
  const promised = locks.filter(({ state }) => state !== 'no_promise')
  const others = locks.length - promised.length
  const parts = [
    formatTable(['lock', 'asset', 'verdict', 'what was compared'], rows),
    ...(promised.length === 0 ? [] : [formatAges(promised)]),
    ...(others === 0 ? [] : [`Locks whose source promises no rhythm: ${others}.`]),
  ]
  if (proposals !== null) parts.push(...proposals.map(formatProposal))
  else if (commands.length > 0)
    parts.push(['Take what changed, with the name of its edition:', ...commands].join('\n  '))
  return parts.join('\n\n')
}

function formatAges(ages: readonly LockAge[]): string {
  const meanings = {
    no_promise: '',
    in_rhythm: 'in rhythm',
    old: 'old: a newer edition should exist',
    newest: 'unchanged at the publisher, who is late',
  }
  const days = (count: number | null) => (count === null ? 'no date' : `${count} days`)
  const rows = ages.map(({ lock, promised_days, edition_days, copy_days, state }) => [
    ...[lock, `every ${promised_days} days`],
    ...[days(edition_days), days(copy_days), meanings[state]],
  ])
  return formatTable(['lock', 'promised', 'age of edition', 'age of our copy', ''], rows)
}

function formatProposal({ lock, file, diff, problem }: Proposal): string {
  if (problem !== null) return `${lock}: no lock is proposed: ${problem}`
  if (file === null) return `${lock}: the bytes are those of the lock, nothing is proposed.`
  return `${lock}: proposed in ${file}\n${diff.trimEnd()}`
}
