import type { CommittedCall } from '../store/drafts.ts'
import { ArchitectError } from './architect-error.ts'

/**
 * JSON of the answer to the call that was committed with this operation id. Throws
 * `operation_mismatch` where it was another call than `call`, the SHA-256 of this one.
 */
export function answerOfSame(
  known: Pick<CommittedCall, 'call' | 'answer'>,
  call: string,
  operationId: string,
): string {
  if (known.call === call) return known.answer
  throw new ArchitectError(
    'operation_mismatch',
    `The operationId ${operationId} was used for another call; use a new one.`,
    { param: 'operationId' },
  )
}
