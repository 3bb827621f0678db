import type { ChatPage, ChatTurn, NewInChat } from './chat-calls.ts'

/** What is known of the chat of a project. */
export interface ChatThread {
  /** The first one first. */
  turns: readonly ChatTurn[]
  /** For the turns before the first; null where there are none. */
  before: string | null
  /** For what is new. */
  after: string
  answeredBy: ChatPage['answeredBy']
}

/** The thread that the latest page begins. */
export function threadOf({ turns, nextBefore, after, answeredBy }: ChatPage): ChatThread {
  return { turns: turns.toReversed(), before: nextBefore ?? null, after, answeredBy }
}

/** The thread with the page of turns before its first one. */
export function withEarlier(thread: ChatThread, page: ChatPage): ChatThread {
  const known = new Set(thread.turns.map(({ id }) => id))
  const earlier = page.turns.toReversed().filter(({ id }) => !known.has(id))
  return { ...thread, turns: [...earlier, ...thread.turns], before: page.nextBefore ?? null }
}

/** The thread with what is new: changed turns replace those of their id, with all steps. */
export function withNews(thread: ChatThread, { turns, after }: NewInChat): ChatThread {
  const known = new Map(thread.turns.map((turn) => [turn.id, turn]))
  for (const turn of turns) known.set(turn.id, withSteps(turn, known.get(turn.id)))
  return { ...thread, turns: [...known.values()], after }
}

function withSteps(turn: ChatTurn, former: ChatTurn | undefined): ChatTurn {
  if (!former) return turn
  const steps = new Map([...former.steps, ...turn.steps].map((step) => [step.number, step]))
  return { ...turn, steps: [...steps.values()].sort((a, b) => a.number - b.number) }
}

/**
 * The turn whose question waits for an answer: the last one that has not failed and was not
 * stopped; null where that has no question.
 */
export function waitingTurn({ turns }: Pick<ChatThread, 'turns'>): ChatTurn | null {
  const last = turns.findLast((turn) => isLive(turn) || turn.state === 'completed')
  return last?.question ? last : null
}

export const isLive = ({ state }: ChatTurn): boolean =>
  state === 'queued' || state === 'in_progress'

export const liveTurns = ({ turns }: Pick<ChatThread, 'turns'>): ChatTurn[] => turns.filter(isLive)

/** Turns that have ended between two states of a thread. */
export function endedBetween(former: ChatThread, next: ChatThread): ChatTurn[] {
  const wasLive = new Set(liveTurns(former).map(({ id }) => id))
  const known = new Set(former.turns.map(({ id }) => id))
  return next.turns.filter((turn) => !isLive(turn) && (wasLive.has(turn.id) || !known.has(turn.id)))
}
