import { StepError } from './step-error.ts'

const ROOM = 'Make room, or set PLAT_HOME to a folder on another disk; earlier files are unchanged.'
const RIGHTS = 'Run as the owner of the folder, or give this user the right to write there.'
const WRITABLE = 'Mount it for writing, or set PLAT_HOME to a folder that can be written.'

interface Refusal {
  problem: string
  remedy: string
  /** The error message of libraries that do not pass on the code. */
  pattern: RegExp
}

/** Refusals of the system that are not bugs, by the code of the error. */
const REFUSALS: Record<string, Refusal> = {
  ENOSPC: {
    problem: 'no space is left on the disk',
    remedy: ROOM,
    pattern: /no space left on device|disk (is|or) full|could not write .*disk/i,
  },
  EDQUOT: {
    problem: 'the disk quota is used up',
    remedy: ROOM,
    pattern: /(disk )?quota exceeded/i,
  },
  EROFS: {
    problem: 'the file system is read-only',
    remedy: WRITABLE,
    pattern: /read-only file system|readonly database/i,
  },
  EACCES: {
    problem: 'this user has no right to it',
    remedy: RIGHTS,
    pattern: /permission denied/i,
  },
  EPERM: {
    problem: 'this user has no right to it',
    remedy: RIGHTS,
    pattern: /operation not permitted/i,
  },
  EIO: {
    problem: 'the disk failed',
    remedy: 'Check the disk and the system log.',
    pattern: /input\/output error/i,
  },
  EMFILE: {
    problem: 'this process has too many files open',
    remedy: 'Raise the limit: ulimit -n 4096.',
    pattern: /too many open files/i,
  },
}

/** Error numbers of WebAssembly's system interface, which the embedded database throws. */
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
 * Converts an error of the disk or the system (full or read-only disk, quota, missing rights), or
 * an error caused by one, to a `StepError`; null for other errors. Commands need not call it where
 * they write: it is called once, where errors are printed.
 */
export function systemFailure(error: unknown, step: string, target?: string): StepError | null {
  let cause = error
  // Bounded, because a chain of causes may be circular.
  for (let depth = 0; cause instanceof Object && depth < 5; depth++) {
    const { name, code, errno, path, message = '' } = cause as Partial<NodeJS.ErrnoException>
    const known = name === 'ErrnoError' ? WASI_CODES[errno!] : code
    const refusal = Object.hasOwn(REFUSALS, known ?? '')
      ? REFUSALS[known!]
      : Object.values(REFUSALS).find(({ pattern }) => pattern.test(message))
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
