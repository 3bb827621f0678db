import type { Effort } from './turn-models.ts'

// Limits of turns. The reference states them.

/** Turns that one process runs at once; further ones wait. */
export const TURNS_AT_ONCE = 64
/** Time for which a request in the foreground follows its turn: 13 minutes. */
export const FOLLOW_MS = 780_000
/** Longest time of a turn; a turn past it ends `incomplete`. */
export const TURN_MS_MAX = 7_200_000
/** Answers of the model in one turn. */
export const ANSWERS_MAX: Record<Effort, number> = { low: 24, medium: 60, high: 120, pro: 240 }
/** Output tokens of one answer. */
export const OUTPUT_TOKENS_MAX: Record<Effort, number> = {
  low: 4_000,
  medium: 8_000,
  high: 16_000,
  pro: 32_000,
}
/** Equal calls in a row after which a turn makes no progress. */
export const EQUAL_CALLS_MAX = 6
/** Times that the findings of a check are given back to the model. */
export const CHECK_ROUNDS_MAX = 2
/** Characters of the output of a tool that the model gets and that is stored. */
export const OUTPUT_CHARACTERS_MAX = 16_000
/** Characters of a reply. */
export const REPLY_CHARACTERS_MAX = 64_000
/** Characters of the conversation that a model is sent; older outputs of tools are left out. */
export const CONVERSATION_CHARACTERS_MAX = 300_000
/** Earlier turns of the project that a model is sent. */
export const FORMER_TURNS_MAX = 12
/** Characters of each of them. */
export const FORMER_CHARACTERS_MAX = 2_000
/** Calls of the storage that fails, in a row, after which a turn ends. */
export const STORAGE_TRIES_MAX = 3
