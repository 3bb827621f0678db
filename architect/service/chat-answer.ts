import { encodeCursor } from '../projects/input.ts'
import { versionUrl } from '../projects/project-answer.ts'
import type { Viewer } from '../store/access.ts'
import type { ChatPlace, ChatStep, ChatTurn } from '../store/chat.ts'
import { isLive } from '../store/turns.ts'
import { creditsOf } from '../turns/prices.ts'
import type { ShownStep } from '../turns/shown-step.ts'
import { decoded, hasEnded, type TurnError, type TurnQuestion } from '../turns/turn.ts'
import type { TurnInput } from '../turns/turn-input.ts'

interface About {
  viewer: Viewer
  projectId: string
  origin: string
}

/** A turn as the chat of its project shows it. */
export function chatTurnAnswer(row: ChatTurn, about: About) {
  const { viewer, projectId, origin } = about
  const { id, accountId, authorName, version, versionLabel } = row
  const isOver = hasEnded(row)
  return {
    id,
    at: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    state: row.state === 'running' ? ('in_progress' as const) : row.state,
    author: authorName === null ? null : { id: accountId, name: authorName },
    canCancel: !isOver && viewer?.account.id === accountId,
    model: row.model,
    effort: row.effort,
    input: inputAnswer(row, about),
    steps: stepAnswers(row.steps),
    reply: isOver ? (row.reply ?? '') : null,
    question: decoded<TurnQuestion>(row.question),
    credits: { spent: creditsOf(row.credits) },
    reason: row.reason,
    error: decoded<TurnError>(row.error),
    version:
      version === null
        ? null
        : {
            number: version,
            label: versionLabel ?? '',
            url: versionUrl(origin, projectId, version),
          },
  }
}

/**
 * The place from which the next request goes on: the first turn that may still change, or the last
 * one of all. `turns` are in their order. An answer of the model that may be its reply is read
 * again, since the step after it decides.
 */
export function nextAfter(turns: readonly ChatTurn[], from: ChatPlace): string {
  const at = turns.find(isLive) ?? turns.at(-1)
  if (!at) return encodeCursor([from.place, from.step])
  const known = at.place === from.place ? from.step : 0
  const last = at.steps.at(-1)
  if (!last) return encodeCursor([at.place, known])
  const isOpen = isLive(at) && shownIn(last).answer !== undefined
  return encodeCursor([at.place, isOpen ? last.number - 1 : last.number])
}

const shownIn = ({ shown }: ChatStep): ShownStep => JSON.parse(shown) as ShownStep

/** The steps that have something to show. The text of a last answer is the reply. */
function stepAnswers(steps: readonly ChatStep[]) {
  return steps.flatMap((step, i) => {
    const { kind, text, answer = '' } = shownIn(step)
    const whole = [text, i < steps.length - 1 ? answer : ''].filter(Boolean).join('\n\n').trim()
    if (whole === '') return []
    const { number, at, credits: milli } = step
    return [{ number, kind, text: whole, at: at.toISOString(), credits: creditsOf(milli) }]
  })
}

function inputAnswer({ id, input }: ChatTurn, { projectId, origin }: About) {
  const { text, parts } = JSON.parse(input) as TurnInput
  const all = parts.map(({ kind, name, mediaType, bytes }, i) => ({
    kind,
    name,
    mediaType,
    bytes,
    url: `${origin}/api/scenes/${projectId}/chat/${id}/parts/${i + 1}`,
  }))
  const ofKind = (wanted: string) =>
    all.filter(({ kind }) => kind === wanted).map(({ kind: _, ...part }) => part)
  return { text, images: ofKind('image'), files: ofKind('file') }
}
