import { StorageFailure, type StorageFailureReason } from './storage-failure.ts'

interface Cause {
  reason: StorageFailureReason
  problem: string
  remedy: string
}

const ROOM = 'Make room there, or move the folder to a larger disk; what is stored is unchanged.'
const MOUNT = 'Mount it again, or correct the setting that names it; what is stored is unchanged.'
const DISK = 'Check the disk and the log of the system.'
const RIGHTS = 'Run as the owner of the folder, or give this user the right to it.'
const FILES = 'Try again; if it stays, raise the limit: ulimit -n 4096.'

const CAUSES: Record<string, Cause> = {
  ENOSPC: { reason: 'full', problem: 'no space is left on the disk', remedy: ROOM },
  EDQUOT: { reason: 'full', problem: 'the disk quota is used up', remedy: ROOM },
  EFBIG: {
    reason: 'full',
    problem: 'the file is larger than the system allows',
    remedy: 'Raise the limit of the process (ulimit -f) or of the file system.',
  },
  EACCES: { reason: 'refused', problem: 'this user has no right to it', remedy: RIGHTS },
  EPERM: { reason: 'refused', problem: 'this user has no right to it', remedy: RIGHTS },
  EROFS: {
    reason: 'refused',
    problem: 'the file system is read-only',
    remedy: 'Mount it for writing; what is stored can be read.',
  },
  ENOENT: { reason: 'gone', problem: 'the folder is not there', remedy: MOUNT },
  ENOTDIR: { reason: 'gone', problem: 'a file is where its folder should be', remedy: MOUNT },
  EEXIST: { reason: 'gone', problem: 'a file is where its folder should be', remedy: MOUNT },
  ENODEV: { reason: 'gone', problem: 'the disk is not there', remedy: MOUNT },
  ENXIO: { reason: 'gone', problem: 'the disk is not there', remedy: MOUNT },
  ESTALE: { reason: 'gone', problem: 'the file server has forgotten the folder', remedy: MOUNT },
  ENOTCONN: { reason: 'gone', problem: 'the file server is not connected', remedy: MOUNT },
  EHOSTDOWN: { reason: 'gone', problem: 'the file server is down', remedy: MOUNT },
  EIO: { reason: 'gone', problem: 'the disk failed', remedy: DISK },
  ETIMEDOUT: { reason: 'late', problem: 'the file server did not respond', remedy: DISK },
  EMFILE: { reason: 'late', problem: 'this process has too many files open', remedy: FILES },
  ENFILE: { reason: 'late', problem: 'the system has too many files open', remedy: FILES },
}

/**
 * The failure that an error of the file system stands for. Errors of other kinds are bugs and come
 * back as they are.
 */
export function folderFailure(error: unknown, storage: string, step: string): unknown {
  const { code, syscall } = (error ?? {}) as Partial<NodeJS.ErrnoException>
  if (error instanceof StorageFailure || !code || !syscall) return error
  const known = Object.hasOwn(CAUSES, code) ? CAUSES[code] : null
  const { reason, problem, remedy } = known ?? {
    reason: 'gone',
    problem: `${syscall} failed`,
    remedy: DISK,
  }
  const named = { storage, step, problem: `${problem} (${code})`, remedy }
  return new StorageFailure(reason, named, { cause: error })
}
