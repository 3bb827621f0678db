import type { OwnModel } from '../media/media-models.ts'
import { CREDIT_AMOUNT_MAX } from '../store/store-limits.ts'
import type { TokenUsage } from './models/step-model.ts'
import type { Effort } from './turn-models.ts'

/** Credits for a million tokens. A credit is one US cent. */
interface TokenPrices {
  input: number
  /** Input that the provider had cached. */
  cached: number
  /** With the tokens of reasoning. */
  output: number
}

/**
 * The prices of the service. Those of tokens are round figures of the list prices that providers of
 * large models had in 2026, without a margin: a million tokens of input cost 1 US dollar with small
 * models, 3 with middle ones, 5 with large ones and 15 with the largest; output costs five times as
 * much, because it is made one token at a time, and cached input a tenth. A tool costs as many
 * thousandths of a credit as `tools` states: edits and reads take milliseconds and cost nothing; a
 * view takes a second of a processor, and is a picture that the model reads. The tools of
 * `services` are paid jobs apart from the turn: one dossier with its terrain, and its neighbours;
 * ten seconds of a processor for a picture, and a minute for a turn-table.
 */
export const PRICES: {
  tokens: Record<Effort, TokenPrices>
  tools: Record<string, number>
  services: { pull_site_data: number; generate_studio_media: Record<OwnModel, number> }
} = {
  tokens: {
    low: { input: 100, cached: 10, output: 500 },
    medium: { input: 300, cached: 30, output: 1_500 },
    high: { input: 500, cached: 50, output: 2_500 },
    pro: { input: 1_500, cached: 150, output: 7_500 },
  },
  tools: { view_scene: 100 },
  services: {
    pull_site_data: 2_000,
    generate_studio_media: { 'plat-picture': 500, 'plat-turntable': 2_000 },
  },
}

/** A step with fewer tokens than these is not worth its start. */
const LEAST_TOKENS = { input: 2_000, output: 500 }
/** Tokens that are charged of one input or output: a provider that reports more is wrong. */
const TOKENS_MAX = 2_000_000
/** Characters of a wrong amount that a message quotes. */
const QUOTED_CHARACTERS_MAX = 40
/** Decimals of an amount of credits on the wire: amounts are thousandths inside. */
const DECIMALS_MAX = 3
const PLAIN_DECIMAL = /^(0|[1-9]\d*)(\.\d+)?$/

/** The price of an answer in thousandths of a credit, rounded up. */
export function priceOfAnswer(effort: Effort, usage: Omit<TokenUsage, 'reasoning'>): number {
  const { input, cached, output } = PRICES.tokens[effort]
  const read = tokensWithin(usage.input, TOKENS_MAX)
  const known = tokensWithin(usage.cached, read)
  const written = tokensWithin(usage.output, TOKENS_MAX)
  return Math.ceil(((read - known) * input + known * cached + written * output) / 1_000)
}

/** The price of a call of a tool in thousandths of a credit, also where the call fails. */
export function priceOfTool(tool: string): number {
  return Object.hasOwn(PRICES.tools, tool) ? PRICES.tools[tool] : 0
}

/** The price in thousandths below which no step of a model starts. */
export function leastPriceOfStep(effort: Effort): number {
  return priceOfAnswer(effort, { ...LEAST_TOKENS, cached: 0 })
}

/**
 * The tokens of output that an amount in thousandths pays for, after an input of which nothing is
 * cached: 0 where it does not pay for the input.
 */
export function outputTokensFor(effort: Effort, millicredits: number, inputTokens: number): number {
  const { input, output } = PRICES.tokens[effort]
  const remainder = millicredits * 1_000 - tokensWithin(inputTokens, TOKENS_MAX) * input
  return tokensWithin(Math.floor(remainder / output), TOKENS_MAX)
}

/** An amount in thousandths as decimal text with at most three places: `2500` is `2.5`. */
export function formatCredits(milli: number): string {
  const places = `${milli % 1_000}`.padStart(DECIMALS_MAX, '0').replace(/0+$/, '')
  return `${Math.floor(milli / 1_000)}${places && `.${places}`}`
}

/** An amount in thousandths as the decimal number of answers: `2500` is 2.5. */
export const creditsOf = (milli: number): number => Number(formatCredits(milli))

/**
 * Parses an amount above 0 in plain decimal notation with at most three places. The problem with
 * another text follows the name of its field: `must be ...`.
 */
export function parseCredits(text: string): { milli: number } | { problem: string } {
  const quoted = JSON.stringify(text.slice(0, QUOTED_CHARACTERS_MAX))
  const problem = (must: string) => ({ problem: `must be ${must}, got ${quoted}.` })
  const [, whole, fraction = ''] = PLAIN_DECIMAL.exec(text) ?? []
  if (whole === undefined) return problem('a number above 0 in plain digits, such as "2.5"')
  const places = fraction.slice(1)
  if (places.length > DECIMALS_MAX) return problem(`a number of at most ${DECIMALS_MAX} decimals`)
  const milli = Number(whole) * 1_000 + Number(places.padEnd(DECIMALS_MAX, '0'))
  if (milli === 0) return problem('a number above 0')
  if (milli > CREDIT_AMOUNT_MAX) return problem(`at most ${formatCredits(CREDIT_AMOUNT_MAX)}`)
  return { milli }
}

/** A count that a provider reports, as a whole number of tokens from 0 to `max`. */
function tokensWithin(count: number, max: number): number {
  return count > 0 ? Math.min(Math.ceil(count), max) : 0
}
