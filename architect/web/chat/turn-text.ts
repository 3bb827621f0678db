import { formatTime } from '../panels/figures.ts'
import type { ChatStep, ChatTurn } from './chat-calls.ts'
import { isLive } from './chat-thread.ts'

/** Characters of a reply that are announced; the whole is in the list. */
const ANNOUNCED_MAX = 400
/** Text that a service would take for the number of an option. */
const NUMBER = /^\s*\d{1,3}\s*[.)]?\s*$/

/** Credits for people: `1.25 credits`. */
export function formatCredits(amount: number): string {
  const text = amount.toLocaleString('en', { maximumFractionDigits: amount < 1 ? 3 : 2 })
  return `${text} ${text === '1' ? 'credit' : 'credits'}`
}

export const authorName = ({ author }: ChatTurn): string => author?.name || 'Deleted account'

/** Name of the person and the time. */
export const byline = (turn: ChatTurn): string => `${authorName(turn)} · ${formatTime(turn.at)}`

/** The steps to show: the model's last text is the reply already. */
export function shownSteps({ steps, reply }: ChatTurn): ChatStep[] {
  return steps.filter(({ kind, text }) => kind !== 'thinking' || text !== reply?.trim())
}

/** The line above the steps. `isBehind`: an earlier turn of the project still runs. */
export function stepsSummary(turn: ChatTurn, isBehind: boolean): string {
  const steps = shownSteps(turn)
  if (turn.state === 'queued')
    return isBehind ? 'Waiting for an earlier message' : 'Waiting to start'
  const last = steps.at(-1)
  if (turn.state === 'in_progress') {
    if (!last) return 'Working'
    return last.kind === 'thinking' ? 'Thinking' : `Working: ${last.text}`
  }
  return steps.length === 1 ? '1 step' : `${steps.length} steps`
}

const ENDINGS: Partial<Record<ChatTurn['state'], string>> = {
  incomplete: 'Not finished',
  failed: 'Failed',
  cancelled: 'Stopped',
}
const REASONS: Record<string, string> = {
  max_credits: 'its limit of credits was reached',
  insufficient_credits: 'there are not enough credits',
  follow_timeout: 'it took too long',
  max_time: 'it took too long',
  max_steps: 'it took too many steps',
  no_progress: 'it made no progress',
}

/** How a turn has ended, where it has not simply completed; else empty. */
export function endingText({ state, reason, error }: ChatTurn): string {
  const ending = ENDINGS[state]
  if (!ending) return ''
  if (error) return `${ending}. ${error.message}`
  const why = reason === null ? undefined : REASONS[reason]
  return why ? `${ending}: ${why}.` : `${ending}.`
}

/** A new or ended turn for people who cannot see the list. */
export function announcementOf(turn: ChatTurn): string {
  if (isLive(turn)) return `${authorName(turn)}: ${cut(turn.input.text)}`
  const { question } = turn
  if (question) return cut(`Architect: ${[question.text, ...question.options].join(', ')}`)
  return cut(`Architect: ${[endingText(turn), turn.reply].filter(Boolean).join(' ')}`)
}

const cut = (text: string): string =>
  text.length > ANNOUNCED_MAX ? `${text.slice(0, ANNOUNCED_MAX)} ...` : text

/** The message that chooses an option: its text, or its number where the text is a number too. */
export function optionMessage(options: readonly string[], at: number): string {
  return NUMBER.test(options[at]) ? `${at + 1}` : options[at]
}
