import type { Asset } from '../../catalog/lock.ts'
import type { ServedState } from '../../pipelines/stages/served-file.ts'
import { formatCount } from '../../terminal/quantity.ts'

/** `unknown`: the server answered, and nothing that it stated can be compared. */
export type Comparison = { verdict: 'unchanged' | 'changed' | 'unknown'; evidence: string }

/**
 * Clocks of servers are wrong by hours, and some write their local time as UTC: a date within a day
 * of our copy is neither before nor after it.
 */
const CLOCK_DIFFERENCE_MAX_MS = 86_400_000

/** Compared pairs: proofs of the same content, weak signs of it, and differences. */
interface Evidence {
  same: string[]
  weak: string[]
  different: string[]
}

/**
 * Compares what a lock recorded with what its server states now. Any difference is a change. The
 * same tag or date, or a date before our copy, means unchanged; the same size or the same number of
 * rows alone does not.
 */
export function compareServed(asset: Asset, now: ServedState): Comparison {
  const evidence: Evidence = { same: [], weak: [], different: [] }
  if (now.is_not_modified) evidence.same.push('the server answered 304, not modified')
  compareTags(asset, now, evidence)
  compareDates('last modified', 'last_modified', asset, now, evidence)
  compareDates('last edit', 'last_edit', asset, now, evidence)
  compareCounts('bytes', asset.bytes, now.bytes, evidence)
  compareCounts('rows', asset.served?.rows, now.served.rows, evidence)
  const { same, weak, different } = evidence
  const verdict = different.length > 0 ? 'changed' : same.length > 0 ? 'unchanged' : 'unknown'
  const all = [...different, ...same, ...weak]
  if (verdict === 'unknown')
    all.push(weak.length > 0 ? 'that proves nothing' : 'the server states nothing to compare')
  return { verdict, evidence: all.join('; ') }
}

function compareTags({ served }: Asset, now: ServedState, evidence: Evidence): void {
  const [locked, found] = [served?.etag, now.served.etag]
  if (locked === undefined || found === undefined) return
  if (locked === found) evidence.same.push(`same ETag ${found}`)
  else evidence.different.push(`ETag was ${locked}, is ${found}`)
}

/** Compares a date with the recorded one, or else with the day of our copy. */
function compareDates(
  what: string,
  field: 'last_modified' | 'last_edit',
  { served, retrieved_at }: Asset,
  now: ServedState,
  { same, weak, different }: Evidence,
): void {
  const [locked, found] = [served?.[field], now.served[field]]
  if (found === undefined) return
  if (locked !== undefined) {
    if (locked === found) same.push(`${what} ${found}, as then`)
    else different.push(`${what} was ${locked}, is ${found}`)
    return
  }
  const after_ms = Date.parse(found) - Date.parse(retrieved_at)
  if (after_ms > CLOCK_DIFFERENCE_MAX_MS)
    different.push(`${what} ${found}, after our copy of ${retrieved_at}`)
  else if (after_ms < -CLOCK_DIFFERENCE_MAX_MS)
    same.push(`${what} ${found}, before our copy of ${retrieved_at}`)
  else weak.push(`${what} ${found}, within a day of our copy of ${retrieved_at}`)
}

function compareCounts(
  unit: string,
  locked: number | undefined,
  found: number | null | undefined,
  { weak, different }: Evidence,
): void {
  if (locked === undefined || found === null || found === undefined) return
  if (locked === found) weak.push(`same ${formatCount(found)} ${unit}`)
  else different.push(`${formatCount(locked)} ${unit} then, ${formatCount(found)} now`)
}
