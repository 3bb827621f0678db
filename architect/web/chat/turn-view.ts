import { button, make } from '../../../web/element.ts'
import { formatTime } from '../panels/figures.ts'
import type { ChatPart, ChatStep, ChatTurn } from './chat-calls.ts'
import { isLive } from './chat-thread.ts'
import { markdownView } from './markdown-view.ts'
import { partsView } from './part-view.ts'
import {
  byline,
  endingText,
  formatCredits,
  optionMessage,
  shownSteps,
  stepsSummary,
} from './turn-text.ts'

export interface TurnActions {
  loadPart(part: ChatPart): Promise<Blob>
  stop(turn: ChatTurn): void
  /** Sends the answer to a question; false where it was not sent. */
  answer(turn: ChatTurn, text: string): Promise<boolean>
  openVersion(number: number): void
  /** Address of a version of the project. */
  versionPath(number: number): string
}

/** What a turn is shown with beside itself. */
export interface TurnPlace {
  /** An earlier turn of the project still runs. */
  isBehind: boolean
  /** Its question waits for an answer. */
  isWaiting: boolean
}

export interface TurnView {
  element: HTMLElement
  /** Shows the turn as it is now; what has not changed stays, with its focus. */
  show(turn: ChatTurn, place: TurnPlace): void
}

/** A message of a person with what the Architect has made of it. */
export function turnView(first: ChatTurn, actions: TurnActions): TurnView {
  const steps = stepsView()
  const outcome = make('div', { class: 'chat-outcome' })
  const stop = button('Stop', () => actions.stop(first), { class: 'chat-stop' })
  const cost = make('span', { class: 'quiet-text' })
  const version = make('span', {})
  const foot = make('p', { class: 'chat-foot' }, stop, version, cost)
  const element = make(
    'li',
    { class: 'chat-turn', 'data-turn': first.id },
    make(
      'article',
      { class: 'chat-message', 'aria-label': `Message of ${byline(first)}` },
      make('p', { class: 'chat-byline' }, byline(first)),
      first.input.text ? make('p', { class: 'chat-text' }, first.input.text) : null,
      partsView(first.input, actions.loadPart),
    ),
    make(
      'article',
      { class: 'chat-reply', 'aria-label': 'Architect' },
      make('p', { class: 'chat-byline' }, 'Architect'),
      steps.element,
      outcome,
      foot,
    ),
  )
  let shown = ''
  return {
    element,
    show(turn, place) {
      element.dataset.state = turn.state
      steps.show(turn, place.isBehind)
      stop.hidden = !turn.canCancel
      cost.textContent = turn.credits.spent > 0 ? formatCredits(turn.credits.spent) : ''
      const next = JSON.stringify([turn.state, turn.reply, place.isWaiting])
      if (next === shown) return
      shown = next
      outcome.replaceChildren(...outcomeOf(turn, place.isWaiting, actions))
      version.replaceChildren(...versionLink(turn, actions))
    },
  }
}

function outcomeOf(turn: ChatTurn, isWaiting: boolean, actions: TurnActions): Node[] {
  if (isLive(turn)) return []
  const ending = endingText(turn)
  const nodes: Node[] = ending ? [make('p', { class: 'chat-ending' }, ending)] : []
  const { question, reply } = turn
  if (!question || !isWaiting) return [...nodes, ...(reply ? [markdownView(reply)] : [])]
  const options = question.options.map((option, at) =>
    button(option, () => void choose(optionMessage(question.options, at))),
  )
  const choose = async (text: string): Promise<void> => {
    // A second press is not a second answer.
    for (const each of options) each.disabled = true
    if (await actions.answer(turn, text)) return
    for (const each of options) each.disabled = false
  }
  return [
    ...nodes,
    markdownView(question.text),
    make('div', { class: 'chat-options', role: 'group', 'aria-label': 'Answers' }, ...options),
  ]
}

function versionLink({ version }: ChatTurn, actions: TurnActions): Node[] {
  if (!version) return []
  const { number, label } = version
  const link = make('a', { href: actions.versionPath(number) }, `Version ${number}`)
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    actions.openVersion(number)
  })
  return [link, make('span', { class: 'quiet-text' }, label ? ` ${label}` : '')]
}

/** The steps: open while the turn is live, and then closed, unless a person has chosen. */
function stepsView() {
  const summary = make('summary', {})
  const list = make('ol', { class: 'chat-steps' })
  const element = make('details', { class: 'chat-work' }, summary, list)
  const rows = new Map<number, { text: string; element: HTMLElement }>()
  let hasChosen = false
  summary.addEventListener('click', () => {
    hasChosen = true
  })
  return {
    element,
    show(turn: ChatTurn, isBehind: boolean) {
      const steps = shownSteps(turn)
      element.hidden = !isLive(turn) && steps.length === 0
      summary.textContent = stepsSummary(turn, isBehind)
      if (!hasChosen) element.open = turn.state === 'in_progress' && steps.length > 0
      for (const [number, row] of rows) {
        if (steps.some((step) => step.number === number)) continue
        row.element.remove()
        rows.delete(number)
      }
      for (const step of steps) {
        const known = rows.get(step.number)
        if (known?.text === step.text) continue
        const row = stepRow(step)
        if (known) known.element.replaceWith(row)
        else list.append(row)
        rows.set(step.number, { text: step.text, element: row })
      }
    },
  }
}

function stepRow({ kind, text, at, credits }: ChatStep): HTMLElement {
  const title = [formatTime(at), credits > 0 ? formatCredits(credits) : '']
  return make('li', { 'data-kind': kind, title: title.filter(Boolean).join(' · ') }, text)
}
