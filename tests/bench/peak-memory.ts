import { readFileSync, writeFileSync } from 'node:fs'
import { collectGarbage } from '../../threads/start-garbage.ts'

/** Megabytes of a line of a process's account in /proc; null on a system without one. */
function megabytesOf(file: string, line: string): number | null {
  try {
    const kilobytes = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))
    return kilobytes && Math.round(Number(kilobytes[1]) / 1000)
  } catch {
    return null
  }
}

/** Forgets the highest memory of this process so far; garbage is collected first. */
export function startPeak(): void {
  collectGarbage()
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // Where it cannot be reset the peak is that of the whole process so far.
  }
}

/** The highest memory of this process since `startPeak`. */
export function freshPeakMegabytes(): number | null {
  return peakMegabytesOf('self')
}

/** The highest memory of a process so far; null when it has ended. */
export function peakMegabytesOf(pid: number | 'self'): number | null {
  return megabytesOf(`/proc/${pid}/status`, 'VmHWM')
}

/**
 * Resident memory of a process, and its proportional share, in which shared memory counts in part.
 */
export function memoryOf(pid: number): { rss_mb: number | null; pss_mb: number | null } {
  return {
    rss_mb: megabytesOf(`/proc/${pid}/status`, 'VmRSS'),
    pss_mb: megabytesOf(`/proc/${pid}/smaps_rollup`, 'Pss'),
  }
}

/** Seconds of processor time that a process has taken; null on a system without /proc. */
export function processorSeconds(pid: number): number | null {
  try {
    // After the name, which may hold blanks: state is field 3, user and system time 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    const TICKS_A_SECOND = 100
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
  } catch {
    return null
  }
}
