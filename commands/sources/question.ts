import type { ServedAsset, ServedState } from '../../pipelines/stages/served-file.ts'
import type { ServedAddress } from '../../pipelines/stages/served-state.ts'
import type { Comparison } from './compare-served.ts'

/** Result of the check of one asset, or of an address of its publisher. */
export interface Finding {
  lock: string
  source: string
  /** Name of the asset, or file name of an address of the publisher. */
  asset: string
  /** True for an address of the publisher, of a lock whose own copies have no URL. */
  is_publisher: boolean
  kind: ServedAddress['kind'] | 'description'
  /** `unreachable`: no answer that is one; `cannot_check`: there is nothing to request. */
  verdict: Comparison['verdict'] | 'unreachable' | 'cannot_check'
  /** What was compared, or the reason why it was not. */
  evidence: string
}

/** Something to request, and how its answer is judged. */
export interface Question {
  lock: string
  source: string
  asset: ServedAsset
  is_publisher: boolean
  /** Null for a description, whose question is not requested. */
  at: ServedAddress | null
  judge(state: ServedState): Comparison
}
