import type { FormerTurn } from './former-turn.ts'
import { clausesOf } from './language/clause.ts'
import { readingOf } from './read-clause.ts'

/** A request with the answers to the questions that it led to. */
export interface WholeRequest {
  text: string
  choices: readonly string[]
  /** The turns before it. */
  before: readonly FormerTurn[]
}

/** `formatQuestion` ends a reply so. */
const QUESTION_REPLY = /\n1\. .+/

/**
 * The request that a text belongs to: nothing is done before its questions are answered, and
 * then all of it is. A text that is a request itself leaves an open question behind.
 */
export function wholeRequest(text: string, former: readonly FormerTurn[]): WholeRequest {
  const choices: string[] = []
  let base = text
  let at = former.length
  while (at > 0 && QUESTION_REPLY.test(former[at - 1].reply) && !isRequest(base)) {
    choices.unshift(base)
    at -= 1
    base = former[at].request
  }
  return { text: base, choices, before: former.slice(0, at) }
}

const isRequest = (text: string): boolean =>
  clausesOf(text, []).some((clause) => readingOf(clause) !== null)
