import { readdirSync, readFileSync } from 'node:fs'

/** Of the numbers in /proc: a hundredth of a second on every Linux that runs Node. */
const TICK_MS = 10

/**
 * Processor time of a process group and of its children that have ended, in milliseconds. A busy
 * machine does not change it, as it does a clock's time. Null where there is no /proc, or no group.
 */
export function processorMs(group: number): number | null {
  let ticks: number | null = null
  try {
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue
      const fields = readStat(entry)
      if (fields && Number(fields[2]) === group)
        // utime, stime, cutime, cstime
        ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), ticks ?? 0)
    }
  } catch {
    return null
  }
  return ticks === null ? null : ticks * TICK_MS
}

/** The fields after the name in `stat`, or null where the process has ended since. */
function readStat(id: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
