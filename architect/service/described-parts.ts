import { KEY_LIMIT } from '../../accounts/admission/admission-limits.ts'
import type { HeaderNames } from '../../http/reference/described-routes.ts'
import type { Json } from '../../http/reference/json.ts'
import type { Parameter } from '../../http/reference/parameter.ts'
import { CLIENT_ID } from '../../http/request-id.ts'
import { UPLOAD_TIMEOUT_MS } from '../../http/request-limits.ts'
import { ALL_CODES, statusOf } from '../projects/error-codes.ts'
import { KEY_HOURS } from '../store/turns.ts'
import { OPEN_LIMIT } from './gate.ts'
import type { TurnHeader } from './route.ts'
import { BODY_BYTES_MAX, PARAM_CHARACTERS_MAX } from './service-limits.ts'
import { TURN_GUIDE } from './turn-guide.ts'

/** The header with a key in shown commands. */
export const KEY_HEADER = 'Authorization: Bearer $ARCHITECT_KEY'

/** The guide above the operations. */
export const GUIDE = [
  'A project has one draft, numbered versions, and at most one published version. Edits change the draft, each as a step of undo; `POST /scenes/{id}/save` stores it as a version and `POST /scenes/{id}/publish` publishes one and makes its 3D file. The draft has a version of its own, which grows by one with every change: send it as `expectedVersion`, and an edit of anybody else in between is 409 `version_conflict` instead of lost.',
  'Send an Architect key, which begins with `sk_arch_`, as `Authorization: Bearer <key>` or as `x-api-key: <key>`. To get one, sign in on the map page, open the account dialog and create an Architect key with the scopes `projects:edit`, `projects:publish` or `projects:download`; a service without the map has keys that its operator makes with `plat keys create`. A program that works by itself makes an account with a key of its own: `POST /auth/agent/register`. The pages of this service use the session of the signed-in person instead; a change by a session needs the `Origin` of the service.',
  'Paths that begin with `/v1` are in the formats of the OpenAI API, and at the root of the service, not below `/api`: its official clients work with the address of the service and `/v1` as their base URL and an Architect key.',
  `A key allows ${KEY_LIMIT.requests} requests in any ${KEY_LIMIT.window_ms / 1_000} seconds, and one address without a key ${OPEN_LIMIT.requests}. A body has at most ${BODY_BYTES_MAX / 1e6} MB unless stated otherwise, and a part of a path ${PARAM_CHARACTERS_MAX} characters. A request that is incomplete after ${UPLOAD_TIMEOUT_MS / 1_000} seconds is 408.`,
  'The body of every error is `ProjectsError`: `code` is for programs, `message` states what is wrong and what to do, `param` names the field, and `doc_url` leads to the meaning of the code. `x-should-retry` is `true` with 429 alone, where nothing ran. A refused edit changes nothing, and has `nodeIds` and often a `fix`: a complete call that works instead. Another method on one of these paths is 405 with `Allow`, another path 404 `not_found`.',
  ...TURN_GUIDE,
]

const asText: Json = { type: 'string' }

/** Every header of answers, in the form of OpenAPI. */
export const HEADERS: Record<string, Json> = {
  'Request-Id': {
    description:
      "The client's own X-Request-Id if it is 1 to 64 of A-Z a-z 0-9 . _ -, else a new id.",
    schema: { type: 'string', pattern: CLIENT_ID.source },
  },
  'x-request-id': {
    description: 'The value of `Request-Id`; in answers about a turn its id.',
    schema: { type: 'string', pattern: CLIENT_ID.source },
  },
  'Cache-Control': { description: 'How long the response may be cached.', schema: asText },
  'x-should-retry': {
    description: '`true` with 429, where nothing ran; `false` with every other error.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
  },
  'openai-poll-after-ms': {
    description: 'Milliseconds to wait before the turn is read again, until it has ended.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-Accel-Buffering': {
    description: '`no`, where a proxy must send on each piece of the answer at once.',
    schema: { type: 'string', enum: ['no'] },
  },
  'RateLimit-Limit': {
    description: 'Requests that the key, or the address without one, may make in any minute.',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Remaining': {
    description: 'Requests that are left after this one.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Svc-Version': {
    description: 'Number of the version that the answer is about.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-Svc-Draft-Version': {
    description: 'Version of the draft that the answer is about.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: {
    description: 'Entity tag of these bytes, for `If-None-Match`, `If-Match` and `If-Range`.',
    schema: asText,
  },
  'Accept-Ranges': { description: '`bytes`.', schema: { type: 'string', enum: ['bytes'] } },
  'Content-Range': {
    description: 'The range and the size: `bytes 0-126/4096`; for 416 `bytes */4096`.',
    schema: { type: 'string', pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$' },
  },
  'Content-Disposition': { description: 'A name for the file.', schema: asText },
  Location: { description: 'The signed address of the file.', schema: asText },
  Allow: {
    description: 'The supported methods.',
    schema: { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' },
  },
  'WWW-Authenticate': { description: '`Bearer`.', schema: { type: 'string', pattern: '^Bearer' } },
  'Access-Control-Allow-Origin': {
    description: '`*`: pages of any origin may read the response.',
    schema: { type: 'string', enum: ['*'] },
  },
  'Access-Control-Expose-Headers': {
    description: 'Headers that pages of other origins may read.',
    schema: asText,
  },
}

/** A stream of events, in the form of OpenAPI. */
export const EVENTS: Json = {
  type: 'string',
  description:
    'With `stream`: server-sent events of the format of OpenAI, and a comment every 15 s.',
}

/** Headers of every answer that is not an error. */
export const ANSWER_HEADERS: HeaderNames = {
  'Request-Id': true,
  'x-request-id': true,
  'Cache-Control': true,
  'Access-Control-Allow-Origin': true,
  'Access-Control-Expose-Headers': true,
}

/** Headers of errors once the credential is checked, and once the scene is found. */
const AFTER_ADMISSION: HeaderNames = {
  'RateLimit-Limit': false,
  'RateLimit-Remaining': false,
  'X-Svc-Version': false,
  'X-Svc-Draft-Version': false,
}

/** Further headers of errors of a status. */
const OF_STATUSES: Record<number, HeaderNames> = {
  401: { 'WWW-Authenticate': true },
  412: { ETag: false },
  416: { 'Content-Range': true, ETag: false, 'Accept-Ranges': false },
  429: { 'Retry-After': true },
  503: { 'Retry-After': true },
  507: { 'Retry-After': true },
}

/** Headers of errors by status. */
export const ERROR_HEADERS: Record<number, HeaderNames> = Object.fromEntries(
  ALL_CODES.map((code) => {
    const status = statusOf(code)
    const always = { ...ANSWER_HEADERS, 'x-should-retry': true }
    return [status, { ...always, ...AFTER_ADMISSION, ...OF_STATUSES[status] }]
  }),
)

/** The two headers in which a key may be sent. */
export const SECURITY_SCHEMES: Record<string, Json> = {
  architect_bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An Architect key, which begins with `sk_arch_`: `Authorization: Bearer <key>`.',
  },
  architect_key: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same key in a header of its own.',
  },
}

const EXAMPLE_HASH = '3538a54f27f7adc16d5e077790eab1a842882cdb060bc0f25bd08b8483a41806'

/** Parameters in paths by name. */
export const PATH_PARAMETERS: Record<string, Parameter> = Object.fromEntries(
  [
    ['id', 'Id of the project.', 'prj_5UQFQEKGXExyCeeaUrRv'],
    ['response_id', 'Id of the turn.', 'resp_7nQm2kT9xWc4LbYd8RzVfHsA'],
    ['model', 'Name of the model.', 'architect'],
    ['file_id', 'Id of an uploaded file.', 'file_0mkqg1bh55UQFQEKGXExyCeea'],
    ['number', 'Number of a version.', '3'],
    ['version', 'Number of the published version.', '3'],
    ['turn', 'Id of a turn of the chat.', 'resp_3kTq0ZxWvB7uYcN5eRdLmA2j'],
    ['part', 'Number of a picture or file of the turn, from 1.', '1'],
    ['media', 'Id of a picture or animation.', 'med_0mkqg1bh5015UQFQEKGXExyCeeaU'],
    ['file', 'SHA-256 of the file with its extension, as in the address.', `${EXAMPLE_HASH}.glb`],
  ].map(([name, description, example]): [string, Parameter] => {
    const schema = { type: 'string', maxLength: PARAM_CHARACTERS_MAX, examples: [example] }
    return [name, { name, in: 'path', required: true, description, schema }]
  }),
)

/** Request headers of turns by name. */
export const TURN_HEADERS: Record<TurnHeader, Parameter> = {
  'X-Svc-Project': {
    name: 'X-Svc-Project',
    in: 'header',
    required: false,
    description: 'Id of the project; it wins over `metadata.project_id`.',
    schema: { type: 'string', maxLength: 60, examples: ['prj_5UQFQEKGXExyCeeaUrRv'] },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `A repeated request with the same key of the same account finds its turn for ${KEY_HOURS} hours, as it is by then.`,
    schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['add-kitchen-1'] },
  },
}
