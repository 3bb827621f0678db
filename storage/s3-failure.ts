import { StorageFailure, type StorageFailureReason } from './storage-failure.ts'
import { SilentStream } from './verified-stream.ts'

interface Cause {
  reason: StorageFailureReason
  problem: string
  remedy: string
  /** The same request may be accepted in a while. */
  isPassing?: true
}

const RIGHTS: Cause = {
  reason: 'refused',
  problem: 'the credentials are not accepted for it',
  remedy:
    'Check `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and the clock of this machine, and allow the key to get, put, delete and list objects there.',
}
const NO_CREDENTIALS: Cause = {
  reason: 'refused',
  problem: 'no credentials were found',
  remedy: 'Set `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or run with a role.',
}
const ELSEWHERE: Cause = {
  reason: 'refused',
  problem: 'the bucket belongs to another region or endpoint',
  remedy: 'Set the region of the bucket, AWS_REGION by default, and check its endpoint.',
}
const NOT_ACCEPTED: Cause = {
  reason: 'refused',
  problem: 'the request was not accepted',
  remedy: 'Check the credentials, the region and the endpoint of the bucket.',
}
const NOT_S3: Cause = {
  reason: 'gone',
  problem: 'the response is not one of S3',
  remedy: 'Check the endpoint of the bucket, and that no proxy or login page is in between.',
}
const NO_BUCKET: Cause = {
  reason: 'gone',
  problem: 'the bucket is not there',
  remedy: 'Create the bucket, or correct its name and endpoint in the settings.',
}
const FULL: Cause = {
  reason: 'full',
  problem: 'the storage or its quota is used up',
  remedy: 'Make room there or raise the quota; what is stored is unchanged.',
}
const BUSY: Cause = {
  reason: 'late',
  problem: 'it is too busy',
  remedy: 'Try again later.',
  isPassing: true,
}
const SILENT: Cause = {
  reason: 'late',
  problem: 'it does not respond in time',
  remedy: 'Try again later; check the network and the service.',
  isPassing: true,
}
const BROKEN: Cause = {
  reason: 'gone',
  problem: 'the service failed',
  remedy: 'Try again later; check the state of the service.',
  isPassing: true,
}
const UNREACHABLE: Cause = {
  reason: 'gone',
  problem: 'it cannot be reached',
  remedy: 'Check the network and the endpoint of the bucket; what is stored is unchanged.',
}
const CUT: Cause = {
  reason: 'gone',
  problem: 'the connection was cut',
  remedy: 'Try again; check the network and the service.',
  isPassing: true,
}
const ALTERED: Cause = {
  reason: 'damaged',
  problem: 'the bytes were damaged on their way there',
  remedy: 'Try again; check the network.',
  isPassing: true,
}

/** Causes by the code of S3's error, the name of the client's or the code of the system's. */
const CAUSES: Record<string, Cause> = {
  NoSuchBucket: NO_BUCKET,
  QuotaExceeded: FULL,
  XMinioStorageFull: FULL,
  XMinioAdminBucketQuotaExceeded: FULL,
  InsufficientStorage: FULL,
  PermanentRedirect: ELSEWHERE,
  AuthorizationHeaderMalformed: ELSEWHERE,
  IllegalLocationConstraintException: ELSEWHERE,
  ExpiredToken: RIGHTS,
  InvalidToken: RIGHTS,
  CredentialsProviderError: NO_CREDENTIALS,
  SlowDown: BUSY,
  // Of two conditional writes at once: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
  ConditionalRequestConflict: BUSY,
  RequestTimeout: SILENT,
  BadDigest: ALTERED,
  InvalidDigest: ALTERED,
  XAmzContentSHA256Mismatch: ALTERED,
  XAmzContentChecksumMismatch: ALTERED,
  ECONNRESET: CUT,
  EPIPE: CUT,
  ERR_STREAM_PREMATURE_CLOSE: CUT,
  ETIMEDOUT: SILENT,
  TimeoutError: SILENT,
}
const STATUSES: Record<number, Cause> = {
  301: ELSEWHERE,
  307: ELSEWHERE,
  401: RIGHTS,
  403: RIGHTS,
  429: BUSY,
  503: BUSY,
  504: SILENT,
  507: FULL,
}

/** What the client of S3 adds to its errors, and the system to its own. */
interface ClientError {
  name?: string
  code?: string
  $metadata?: { httpStatusCode?: number; requestId?: string }
  $response?: { statusCode?: number }
}

/** The time for the whole operation is over. */
export class OperationTimeout extends Error {}

/** The service does not do what S3 does; the message is the problem. */
export class UnlikeS3 extends Error {}

const OTHER = 'Use a service that does this as S3 does, or report it to its operator.'

/**
 * The failure that an error of the client of S3 stands for. It has no cause: the client's errors
 * hold the response, which names keys. Errors of other kinds are bugs and come back as they are.
 */
export function s3Failure(error: unknown, storage: string, step: string): unknown {
  if (error instanceof StorageFailure || error instanceof RangeError) return error
  const found = (error ?? {}) as ClientError
  const status = statusOf(error)
  const cause = causeOf(found, status, error)
  if (!cause) return error
  const { reason, problem, remedy, isPassing = false } = cause
  // A code that a library sets; texts of the response may quote what they refuse.
  const code = found.code ?? found.name
  const details = [code === 'Error' ? null : code, status, requestOf(found)]
  const listed = details.filter((detail) => detail).join(', ')
  const named = listed ? `${problem} (${listed})` : problem
  return new StorageFailure(reason, { storage, step, problem: named, remedy, isPassing })
}

/** Status of the response that an error is about; null without a response. */
export function statusOf(error: unknown): number | null {
  const { $metadata, $response } = (error ?? {}) as ClientError
  return $metadata?.httpStatusCode ?? $response?.statusCode ?? null
}

function causeOf(found: ClientError, status: number | null, error: unknown): Cause | null {
  if (error instanceof OperationTimeout || error instanceof SilentStream) return SILENT
  if (error instanceof UnlikeS3) return { reason: 'gone', problem: error.message, remedy: OTHER }
  for (const name of [found.code, found.name])
    if (name && Object.hasOwn(CAUSES, name)) return CAUSES[name]
  if (status !== null) return STATUSES[status] ?? ofStatusClass(status)
  return found.code ? UNREACHABLE : null
}

function ofStatusClass(status: number): Cause {
  if (status < 400) return NOT_S3
  return status < 500 ? NOT_ACCEPTED : BROKEN
}

function requestOf({ $metadata }: ClientError): string | null {
  const id = $metadata?.requestId
  return id && /^[\w-]{1,64}$/.test(id) ? `request ${id}` : null
}
