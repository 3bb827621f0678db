import type { Fact } from '../facts.ts'

export const BRIEF_KINDS = ['building', 'edit', 'question', 'unclear', 'limit'] as const
export type BriefKind = (typeof BRIEF_KINDS)[number]

/** The project before the first request. */
export type BriefStart = 'empty' | 'bungalow' | 'family-house' | 'studio'

/** Requests in plain English, and facts about the project and the replies that must follow. */
export interface Brief {
  id: string
  kind: BriefKind
  start: BriefStart
  /** One turn each, in order. */
  requests: readonly string[]
  facts: readonly Fact[]
}
