import { REFUSALS } from '../operations/refusal.ts'
import { FAULTS_LISTED_MAX } from './project-limits.ts'

/** Every error code of the routes of projects, with its status and its meaning. */
export const ERROR_CODES = {
  invalid_input: [400, 'The request is invalid: `param` names the field.'],
  unsupported_file: [400, 'The picture or file is of a kind that is not supported, or broken.'],
  invalid_api_key: [401, 'The key is missing, invalid, expired or revoked.'],
  insufficient_quota: [402, 'There are not enough credits: `needed` and `available`.'],
  insufficient_scope: [403, 'The key lacks the scope that this request needs.'],
  credit_limit_exceeded: [402, 'The price is above `maxCredits`: nothing ran.'],
  forbidden: [403, 'You may see this project, but not do this with it.'],
  agent_required: [403, 'The request is for agents, and was sent by somebody else.'],
  upgrade_required: [403, 'The plan does not include this effort.'],
  link_invalid: [403, 'The signature of the address is missing or wrong.'],
  link_expired: [403, 'The address was valid for 5 minutes: request a new one.'],
  not_found: [404, 'There is no such path.'],
  project_not_found: [404, 'There is no project with this id that you may see.'],
  organization_not_found: [404, 'You are in no organization with this id.'],
  turn_not_found: [404, 'There is no such turn that you may read, or it is for others to cancel.'],
  job_not_found: [404, 'Your workspace has no such job: it may have expired.'],
  location_not_found: [404, 'The geodata service does not find the address or the parcel.'],
  model_not_found: [404, 'There is no model of this name: the message lists all.'],
  file_not_found: [404, 'There is no such file: it may have expired or have been deleted.'],
  invite_not_found: [404, 'There is no such open invite: it may be used, revoked or expired.'],
  version_not_found: [404, 'The project has no such version.'],
  nothing_published: [404, 'No version of the project is published.'],
  no_geometry: [404, 'The version has nothing to draw, so it has no 3D file.'],
  method_not_allowed: [405, 'The path does not support this method: see `Allow`.'],
  request_timeout: [408, 'The request did not arrive in time.'],
  version_conflict: [409, 'The draft is at another version: `expected` and `actual`.'],
  operation_mismatch: [409, 'The operationId was used for another call.'],
  idempotency_mismatch: [409, 'The Idempotency-Key was sent with a different request.'],
  agent_claimed: [409, 'A person has claimed the agent already.'],
  nothing_to_undo: [409, 'There is no edit left to undo or redo.'],
  bake_failed: [409, 'The 3D file could not be made: the message has the reason.'],
  precondition_failed: [412, 'The tag of the answer, or of the draft, does not match `If-Match`.'],
  payload_too_large: [413, 'The body is too large.'],
  uri_too_long: [414, 'The address is too long.'],
  unsupported_media_type: [
    415,
    'Bodies of this type are not supported: send JSON, and files as a form.',
  ],
  range_not_satisfiable: [416, 'The range is outside of the file.'],
  invalid_scene: [
    422,
    `The scene file is not valid: \`faults\` lists the first ${FAULTS_LISTED_MAX} reasons.`,
  ],
  edit_refused: [422, 'The edit does not fit: other codes of this status name why.'],
  site_unknown: [422, 'The project has no place yet: give an address, or latitude and longitude.'],
  site_not_covered: [422, 'The geodata service knows nothing of the place: nothing was changed.'],
  media_refused: [422, 'The provider of the model refuses the request: the message has why.'],
  limit_exceeded: [422, 'More than a stated limit.'],
  geodata_failed: [
    424,
    'The geodata service gave no answer that can be used: nothing was changed.',
  ],
  media_failed: [424, 'The picture or animation could not be made: nothing was charged.'],
  job_timeout: [424, 'The job was not done in its time: nothing was charged.'],
  job_lost: [424, 'The process of the job ended too often: nothing was charged.'],
  turn_failed: [424, 'The turn has failed, and may have edited the project: `reason` names why.'],
  rate_limit_exceeded: [429, 'Too many requests: nothing ran; wait `Retry-After` seconds.'],
  headers_too_large: [431, 'The request headers are too large.'],
  internal_error: [500, 'The service failed. Report the request id.'],
  view_failed: [500, 'The view could not be drawn.'],
  model_unavailable: [503, 'No model is configured, or the provider does not answer.'],
  storage_failed: [503, 'The storage of scenes and files does not work: nothing was changed.'],
  service_unavailable: [503, 'No answer is available now: try again after `Retry-After` seconds.'],
  storage_full: [507, 'The storage of scenes and files is full: nothing was changed.'],
} as const satisfies Record<string, readonly [status: number, meaning: string]>

export type ErrorCode = keyof typeof ERROR_CODES | keyof typeof REFUSALS

/** Statuses of codes that edits are refused with and that are not in the table. */
const REFUSED = 422

export function statusOf(code: ErrorCode): number {
  return code in ERROR_CODES ? ERROR_CODES[code as keyof typeof ERROR_CODES][0] : REFUSED
}

export function meaningOf(code: ErrorCode): string {
  return code in ERROR_CODES
    ? ERROR_CODES[code as keyof typeof ERROR_CODES][1]
    : `The call is refused: ${REFUSALS[code as keyof typeof REFUSALS]}.`
}

/** All codes, those of refused edits last. */
export const ALL_CODES = [
  ...new Set([...Object.keys(ERROR_CODES), ...Object.keys(REFUSALS)]),
] as ErrorCode[]

/** `error.type` by status, in the words of the OpenAI API, whose clients read it. */
export function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 404) return 'not_found_error'
  if (status === 409) return 'conflict_error'
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}

/** The code of an error that knows its status only. */
export function codeOfStatus(status: number): ErrorCode {
  const first = (Object.keys(ERROR_CODES) as (keyof typeof ERROR_CODES)[]).find(
    (code) => ERROR_CODES[code][0] === status,
  )
  return first ?? (status < 500 ? 'invalid_input' : 'internal_error')
}
