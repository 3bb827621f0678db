import type { TurnStop } from '../store/turn-schema.ts'

/**
 * Why the work on a turn is aborted: as requested, because it takes too long, because another
 * worker has it, or because this process closes.
 */
export type StopReason = TurnStop | 'max_time' | 'taken' | 'closing'

export class TurnStopped extends Error {
  override readonly name = 'TurnStopped'
  readonly reason: StopReason

  constructor(reason: StopReason) {
    super(`The turn is stopped: ${reason}.`)
    this.reason = reason
  }
}
