import type { Fact } from '../facts.ts'

/** The project before the first request. */
export type BriefStart = 'empty' | 'bungalow' | 'family-house' | 'studio'

/** Requests in plain English, and facts about the project and the replies that must follow. */
export interface Brief {
  id: string
  kind: 'building' | 'edit' | 'question' | 'unclear' | 'limit'
  start: BriefStart
  /** One turn each, in order. */
  requests: readonly string[]
  facts: readonly Fact[]
}
