import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** File system in memory, on Linux. Docker gives it 64 MB, and lets no program run from it. */
const IN_MEMORY = '/dev/shm'
/** The ordinary tests stored 0.34 GB in it; the rest is for their processes. */
const FREE_BYTES_MIN = 6e9

/**
 * A new folder for everything that a test run stores. With `isSmall` it is in memory where that has
 * room and the system's folder is the usual one: storage tests flush thousands of small files, and
 * took 66 s on disk and 54 s in memory.
 */
export function makeTemporaryFolder(isSmall: boolean): string {
  const isInMemory = isSmall && tmpdir() === '/tmp' && usableBytes() >= FREE_BYTES_MIN
  const folder = mkdtempSync(join(isInMemory ? IN_MEMORY : tmpdir(), 'plat-tests-'))
  // PostgreSQL refuses to run as root: its user must reach its folder in there.
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Bytes that files in memory may take: of the file system, and of the machine. None where programs
 * cannot run from there, as those of some tests do.
 */
function usableBytes(): number {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8')
    if (new RegExp(`^\\S+ ${IN_MEMORY} .*\\bnoexec\\b`, 'm').test(mounts)) return 0
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    const available = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))
    return Math.min(bavail * bsize, Number(available?.[1] ?? 0) * 1_024)
  } catch {
    // Another system than Linux.
    return 0
  }
}
