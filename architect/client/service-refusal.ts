import { z } from 'zod'
import { StepError } from '../../terminal/step-error.ts'

const ErrorBody = z.object({
  error: z.looseObject({ code: z.string(), message: z.string(), request_id: z.string() }),
})
/** Characters of a message of a service that are printed. */
const MESSAGE_CHARACTERS_MAX = 1_000
/** The code of an answer that is an error, but not one of a service of projects. */
const UNKNOWN_ANSWER = 'unknown_answer'

const REMEDIES: Record<string, string> = {
  invalid_api_key: 'Log in with a valid key: plat-architect login.',
  insufficient_scope: 'Make a key with this scope, then log in with it: plat-architect login.',
  forbidden: 'Request more rights from the owner of the project.',
  project_not_found:
    'Check the id and the key: a project is shown only to those who may see it, and its 3D file needs the scope projects:download.',
  organization_not_found: 'Give the id of an organization that the owner of the key is in.',
  version_not_found: 'Give draft, latest, published or the number of a saved version.',
  nothing_published: 'Publish a version first: plat-architect publish.',
  invalid_scene: 'plat-architect validate lists all faults of the scene.',
  no_geometry: 'Add a wall or another element, push, and publish again.',
  bake_failed: 'plat-architect verify looks for faults of the building.',
  version_conflict: 'Run the command again: the project was changed in the meantime.',
  rate_limit_exceeded: 'Wait a minute, then run the command again.',
  [UNKNOWN_ANSWER]:
    'Check that a service of projects runs at this address; for another one, plat-architect login --url <address of the service>.',
  storage_full: 'Report it to the operator of the service; nothing was changed.',
}
const OTHER_REMEDY = 'Run the command again; report the request id where that does not help.'
const VALUE_REMEDY = 'Correct what the message names, then run the command again.'
/** Statuses of requests that are refused again as they are. */
const VALUE_STATUSES = [400, 413, 414, 422]

/** An answer of a service that is an error. Its message has the request id. */
export class ServiceRefusal extends StepError {
  readonly status: number
  readonly code: string
  readonly requestId: string

  constructor(
    step: string,
    target: string,
    { status, code, message, requestId }: Refused & { status: number },
  ) {
    const text = message.slice(0, MESSAGE_CHARACTERS_MAX)
    super(step, target, `${text} (${status} ${code}, ${requestId})`, remedyOf(code, status))
    this.status = status
    this.code = code
    this.requestId = requestId
  }
}

function remedyOf(code: string, status: number): string {
  if (Object.hasOwn(REMEDIES, code)) return REMEDIES[code]
  return VALUE_STATUSES.includes(status) ? VALUE_REMEDY : OTHER_REMEDY
}

interface Refused {
  code: string
  message: string
  requestId: string
}

/** The error in the body of an answer; a made one where something else than a service answered. */
export function readRefusal(body: string, status: number, requestId: string | null): Refused {
  let json: unknown = null
  try {
    json = JSON.parse(body)
  } catch {}
  const read = ErrorBody.safeParse(json)
  if (!read.success)
    return {
      code: UNKNOWN_ANSWER,
      message: `The answer has status ${status} and is not one of a service of projects.`,
      requestId: requestId ?? 'no request id',
    }
  const { code, message, request_id } = read.data.error
  return { code, message, requestId: request_id }
}
