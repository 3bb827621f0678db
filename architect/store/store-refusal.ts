/** Reasons of the store for refusing a call. */
export type StoreCode =
  | 'project_not_found'
  | 'version_not_found'
  | 'file_not_found'
  | 'forbidden'
  | 'version_conflict'
  | 'draft_leased'
  | 'versions_changed'
  | 'operation_mismatch'
  | 'nothing_to_undo'
  | 'limit_exceeded'
  | 'organization_not_found'
  | 'turn_not_found'
  | 'turn_taken'
  | 'too_many_turns'
  | 'idempotency_mismatch'
  | 'job_not_found'
  | 'too_many_jobs'
  | 'credit_limit_exceeded'
  | 'insufficient_quota'
  | 'agent_required'
  | 'agent_claimed'
  | 'invite_not_found'
  | 'too_many_attempts'

/** A call that the store refuses; nothing was changed. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
  readonly code: StoreCode
  readonly param?: string
  readonly details: Record<string, unknown>

  constructor(
    code: StoreCode,
    message: string,
    { param, details = {} }: { param?: string; details?: Record<string, unknown> } = {},
  ) {
    super(message)
    this.code = code
    this.param = param
    this.details = details
  }
}

/** Another's project is answered exactly as a missing one, without a message of its own. */
export function projectNotFound(message = 'There is no such project.'): StoreRefusal {
  return new StoreRefusal('project_not_found', message, { param: 'project_id' })
}

export function versionNotFound(number: number): StoreRefusal {
  return new StoreRefusal('version_not_found', `The project has no version ${number}.`, {
    param: 'version',
    details: { version: number },
  })
}

/** The draft has moved on since it was read. */
export function versionConflict(expected: number, actual: number): StoreRefusal {
  return new StoreRefusal(
    'version_conflict',
    `The draft is at version ${actual}, not ${expected}: read what has changed, then repeat the call.`,
    { param: 'expectedVersion', details: { expected, actual } },
  )
}

/** Throws `version_conflict` where a caller stated another version of the draft. */
export function requireVersion(expected: number | undefined, actual: number): void {
  if (expected !== undefined && expected !== actual) throw versionConflict(expected, actual)
}

/** Another version was saved since the versions were read; the draft may be as it was. */
export function versionsChanged(): StoreRefusal {
  return new StoreRefusal('versions_changed', 'Another version was saved meanwhile: nothing ran.')
}

/** Thousandths of credits that a turn or a job needs, and that its workspace has. */
export function insufficientQuota(
  { needed, available }: { needed: number; available: number },
  what = 'The turn',
): StoreRefusal {
  return new StoreRefusal(
    'insufficient_quota',
    `${what} needs at least ${needed / 1000} credits, and ${available / 1000} are available.`,
    { details: { needed: needed / 1000, available: available / 1000 } },
  )
}

export const turnTaken = () =>
  new StoreRefusal('turn_taken', 'Another worker has this turn, or it has ended.')
