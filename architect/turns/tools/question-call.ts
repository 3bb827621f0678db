import { z } from 'zod'
import { type InputFault, parseInput } from '../../input/parse-input.ts'

export const QUESTION_TOOL = 'ask_question'

/** Characters of a question. */
const QUESTION_CHARACTERS_MAX = 1_000
/** Options of a question: people choose among few. */
const OPTIONS_MAX = 8
/** Characters of an option. */
const OPTION_CHARACTERS_MAX = 200

/** Arguments of `ask_question`: its answer is the next message of the user. */
export const questionInput = z.strictObject({
  question: z
    .string()
    .trim()
    .min(1)
    .max(QUESTION_CHARACTERS_MAX)
    .describe('One question in the language of the user'),
  options: z
    .array(z.string().trim().min(1).max(OPTION_CHARACTERS_MAX))
    .max(OPTIONS_MAX)
    .default([])
    .describe(`Answers to choose from, up to ${OPTIONS_MAX}; absent: the user answers freely`),
})

export type Question = z.infer<typeof questionInput>

/** The question of a call, or why its arguments are none. */
export function questionCall(given: Record<string, unknown>): Question | InputFault {
  const parsed = parseInput(QUESTION_TOOL, questionInput, given)
  return 'input' in parsed ? parsed.input : parsed
}
