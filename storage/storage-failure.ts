import { StepError } from '../terminal/step-error.ts'

/**
 * Reasons why the storage failed: the blob or object is `missing` or `damaged`; the storage is
 * `full`, `gone` (unmounted, deleted, unreachable, broken) or `late` (busy or silent), or it
 * `refused` the caller.
 */
export type StorageFailureReason = 'missing' | 'damaged' | 'full' | 'gone' | 'refused' | 'late'

/** What a client may know of a failure: folders and buckets are the operator's. */
const OUTWARD: Record<StorageFailureReason, string> = {
  missing: 'A stored file is missing.',
  damaged: 'A stored file is damaged.',
  full: 'The storage is full.',
  gone: 'The storage does not answer.',
  refused: 'The storage refuses this service.',
  late: 'The storage is too busy.',
}

/**
 * A failure of the storage of blobs or builds. The message names the step, the storage (folder or
 * bucket, never a credential), the problem and the remedy. Nothing was half stored.
 */
export class StorageFailure extends StepError {
  readonly reason: StorageFailureReason
  /** The folder, or the bucket with its prefix and endpoint. */
  readonly storage: string
  /** The same request may be accepted in a while: the storage is busy, or a connection was cut. */
  readonly isPassing: boolean

  constructor(
    reason: StorageFailureReason,
    { storage, step, problem, remedy, isPassing = false }: StorageProblem,
    options?: { cause?: unknown },
  ) {
    super(step, storage, problem, remedy, options)
    // Logs of the service have the message alone.
    this.message = `Cannot ${step} in ${storage}: ${problem}. ${remedy}`
    this.name = 'StorageFailure'
    this.reason = reason
    this.storage = storage
    this.isPassing = isPassing
  }

  /** The failure without the place of the storage. */
  get outward(): string {
    return OUTWARD[this.reason]
  }
}

/** Whether a blob cannot be read any more, in a storage that is there. */
export function isLostBlob(error: unknown): boolean {
  return error instanceof StorageFailure && ['damaged', 'missing'].includes(error.reason)
}

/** The failure of an object that has other bytes than it must have. */
export function damagedObject(storage: string, key: string, problem: string): StorageFailure {
  return new StorageFailure('damaged', {
    storage,
    step: 'read an object',
    problem: `${key} is damaged: ${problem}`,
    remedy: 'Push what it is a part of again with `--again`, from a home that has it.',
  })
}

export interface StorageProblem {
  storage: string
  /** Continues "Cannot": `store a blob`. */
  step: string
  problem: string
  /** A whole sentence. */
  remedy: string
  isPassing?: boolean
}
