import { StepError } from './step-error.ts'

const ROOM =
  'Make room, or set PLAT_HOME to a folder on another disk; what was there before is as it was.'
const RIGHTS = 'Run as the owner of the folder, or give this user the right to write there.'
const WRITABLE = 'Mount it for writing, or set PLAT_HOME to a folder that can be written.'

interface Refusal {
  problem: string
  remedy: string
  /** How libraries that hand on no code describe it. */
  words: RegExp
}

/** What the system refuses a program that is in order, by its code. */
const REFUSALS: Record<string, Refusal> = {
  ENOSPC: {
    problem: 'no space is left on the disk',
    remedy: ROOM,
    words: /no space left on device|disk (is|or) full|could not write .*disk/i,
  },
  EDQUOT: { problem: 'the disk quota is used up', remedy: ROOM, words: /(disk )?quota exceeded/i },
  EROFS: {
    problem: 'the file system is read-only',
    remedy: WRITABLE,
    words: /read-only file system|readonly database/i,
  },
  EACCES: { problem: 'this user has no right to it', remedy: RIGHTS, words: /permission denied/i },
  EPERM: {
    problem: 'this user has no right to it',
    remedy: RIGHTS,
    words: /operation not permitted/i,
  },
  EIO: {
    problem: 'the disk failed',
    remedy: 'Look at the disk and the system’s log.',
    words: /input\/output error/i,
  },
  EMFILE: {
    problem: 'this process has too many files open',
    remedy: 'Raise the limit: ulimit -n 4096.',
    words: /too many open files/i,
  },
}

/** Numbers of WebAssembly's system interface, which the embedded database throws as they are. */
const WASI_CODES: Record<number, string> = {
  2: 'EACCES',
  19: 'EDQUOT',
  29: 'EIO',
  33: 'EMFILE',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
}

/**
 * What `error`, or a cause of it, reports of a disk or of the system that refuses: a full or
 * read-only disk, a quota, missing rights. Null where it reports none. Commands need not look for it
 * where they write: it is done once, where errors are printed.
 */
export function systemFailure(error: unknown, step: string, target?: string): StepError | null {
  let cause = error
  // Five causes deep, and a bound against a chain that comes back to itself.
  for (let depth = 0; cause instanceof Object && depth < 5; depth++) {
    const { name, code, errno, path, message = '' } = cause as Partial<NodeJS.ErrnoException>
    const known = name === 'ErrnoError' ? WASI_CODES[errno!] : code
    const refusal = Object.hasOwn(REFUSALS, known ?? '')
      ? REFUSALS[known!]
      : Object.values(REFUSALS).find(({ words }) => words.test(message))
    if (refusal) {
      const named = path ?? /["'](\/[^"']+)["']/.exec(message)?.[1] ?? target ?? 'the disk'
      return new StepError(step, named, refusal.problem, refusal.remedy, {
        cause: message ? error : undefined,
      })
    }
    cause = (cause as Error).cause
  }
  return null
}
