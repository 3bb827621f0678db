import { button, make } from '../../../web/element.ts'
import { formatProblem } from '../../../web/notice.ts'
import type { ChatTurn, Message } from '../chat/chat-calls.ts'
import { openChatPoll } from '../chat/chat-poll.ts'
import {
  type ChatThread,
  endedBetween,
  isLive,
  liveTurns,
  threadOf,
  waitingTurn,
  withEarlier,
  withNews,
} from '../chat/chat-thread.ts'
import { openComposer } from '../chat/composer.ts'
import { openMessageKeys } from '../chat/message-key.ts'
import { announcementOf, formatCredits } from '../chat/turn-text.ts'
import { type TurnView, turnView } from '../chat/turn-view.ts'
import { projectPath } from '../state/project-path.ts'
import type { PanelContext, ProjectPanel } from './panel-context.ts'

/** Pixels from the end of the list within which it follows what is new. */
const FOLLOWS_PX = 80
const NO_MODEL =
  'No model is configured, so the Architect cannot answer. The operator of this service sets PLAT_MODEL.'
const EMPTY =
  'Describe what to build or change. The Architect edits the draft and saves a version of it.'
const PLANNER =
  'Describe what to build or change, for example: A house with three bedrooms, a bathroom, a kitchen and a living room. A planner answers that works by rules, without a language model: it reads plain English, and states what it cannot do.'

const NOTES: Record<ChatThread['answeredBy'], string> = {
  model: EMPTY,
  planner: PLANNER,
  nobody: NO_MODEL,
}

/** The chat with the Architect: its turns as they run, and the box for a message. */
export function chatPanel(context: PanelContext): ProjectPanel {
  const { chat } = context.calls
  const id = () => context.project().id
  const views = new Map<string, TurnView>()
  const keys = openMessageKeys()
  let thread: ChatThread | null = null
  /** The project is known. */
  let isOpen = false
  /** The end of the thread is seen, and stays so. */
  let isFollowing = true
  let problemOf: 'loading' | 'sending' = 'loading'

  const earlier = button('Show earlier messages', () => void loadEarlier(), { hidden: true })
  const note = make('p', { class: 'chat-note' })
  const list = make('ol', { class: 'chat-turns', 'aria-label': 'Messages' })
  const scroller = make(
    'div',
    { class: 'chat-thread', role: 'region', 'aria-label': 'Chat', tabindex: 0 },
    earlier,
    note,
    list,
  )
  const problem = make('p', { class: 'problem', role: 'alert' })
  const balance = make('p', { class: 'chat-balance quiet-text' })
  const composer = openComposer((message) => void send(message), showProblem)
  composer.element.hidden = true
  scroller.addEventListener('scroll', () => {
    isFollowing = distanceToEnd(scroller) < FOLLOWS_PX
  })
  new ResizeObserver(follow).observe(scroller)
  const foot = make('div', { class: 'chat-bottom' }, problem, composer.element, balance)
  const poll = openChatPoll({
    load,
    pace() {
      if (!isOpen || !canChat()) return null
      if (thread && liveTurns(thread).length > 0) return 'live'
      return scroller.offsetParent === null ? null : 'idle'
    },
    onProblem: (error) => showProblem(formatProblem(error), 'loading'),
  })
  const actions = {
    loadPart: chat.part,
    stop: (turn: ChatTurn) => void stop(turn),
    answer: (turn: ChatTurn, text: string) =>
      send({ text, model: composer.model(), attachments: [], answers: turn.id }),
    openVersion: (number: number) => context.openVersion(`${number}`),
    versionPath: (number: number) => `${projectPath(id())}?version=${number}`,
  }

  /** Others of a public project see neither its draft nor its chat. */
  const canChat = () => context.project().canEdit

  async function load(): Promise<void> {
    if (!canChat()) return
    const former = thread
    const next = former
      ? withNews(former, await chat.updates(id(), former.after))
      : threadOf(await chat.page(id()))
    // The chat was closed to this person, or earlier turns were added meanwhile.
    if (thread !== former) return
    thread = next
    if (problemOf === 'loading') showProblem('')
    show()
    if (former) announceNews(former, next)
    else void loadBalance()
  }

  function announceNews(former: ChatThread, next: ChatThread): void {
    const known = new Set(former.turns.map((turn) => turn.id))
    const begun = next.turns.filter((turn) => !known.has(turn.id) && isLive(turn))
    const ended = endedBetween(former, next)
    const news = [...begun, ...ended].map(announcementOf)
    if (news.length > 0) context.announce(news.join(' '))
    if (ended.length === 0) return
    void loadBalance()
    void context.refreshDraft()
  }

  async function loadEarlier(): Promise<void> {
    if (!thread?.before) return
    earlier.disabled = true
    try {
      const page = await chat.page(id(), thread.before)
      // It may have been closed to this person meanwhile.
      if (!thread) return
      const height = scroller.scrollHeight
      thread = withEarlier(thread, page)
      show()
      // What was seen stays where it was.
      scroller.scrollTop += scroller.scrollHeight - height
    } catch (error) {
      showProblem(formatProblem(error))
    }
    earlier.disabled = false
  }

  async function loadBalance(): Promise<void> {
    const read = await chat.balance().catch(() => null)
    composer.setPlan(read?.plan ?? null)
    balance.textContent = read ? `${formatCredits(read.available)} available` : ''
  }

  /** False where the message was not sent, and why is shown. */
  async function send(message: Message): Promise<boolean> {
    composer.setBusy(true)
    showProblem('')
    try {
      await chat.send(id(), message, keys.keyFor(message))
      keys.forget()
      // The button of an option has gone; the text in the box may be for later.
      if (message.answers === undefined) composer.clear()
      composer.focus()
      isFollowing = true
      follow()
      poll.now()
      return true
    } catch (error) {
      const { status } = error as { status?: number }
      const again = status === 0 ? ' A message that is sent again is carried out once.' : ''
      showProblem(formatProblem(error) + again)
      return false
    } finally {
      composer.setBusy(false)
    }
  }

  async function stop(turn: ChatTurn): Promise<void> {
    composer.focus()
    try {
      await chat.stop(turn.id)
    } catch (error) {
      showProblem(formatProblem(error))
    }
    poll.now()
  }

  function showProblem(text: string, of: typeof problemOf = 'sending'): void {
    problemOf = of
    problem.textContent = text
  }

  function show(): void {
    if (!thread) return
    const { turns, before, answeredBy } = thread
    const waiting = waitingTurn(thread)
    const firstLive = liveTurns(thread)[0]
    const elements = turns.map((turn) => {
      const view = views.get(turn.id) ?? turnView(turn, actions)
      views.set(turn.id, view)
      const isBehind = isLive(turn) && turn !== firstLive
      view.show(turn, { isBehind, isWaiting: turn === waiting })
      return view.element
    })
    // Elements that are there already are not moved, which would take the focus.
    elements.forEach((each, i) => {
      if (list.children[i] !== each) list.insertBefore(each, list.children[i] ?? null)
    })
    earlier.hidden = before === null
    note.textContent = turns.length === 0 || answeredBy === 'nobody' ? NOTES[answeredBy] : ''
    composer.element.hidden = answeredBy === 'nobody'
    // The planner costs nothing.
    balance.hidden = answeredBy === 'planner'
    follow()
  }

  function follow(): void {
    if (isFollowing) scroller.scrollTop = scroller.scrollHeight
  }

  function close(): void {
    thread = null
    views.clear()
    list.replaceChildren()
    earlier.hidden = true
    composer.element.hidden = true
    balance.textContent = ''
    showProblem('')
    note.textContent = 'Only people who can edit the project see its chat.'
  }

  return {
    element: make('div', { class: 'chat' }, scroller, foot),
    show() {
      isOpen = true
      if (canChat()) poll.wake()
      else close()
    },
    reset() {
      // The thread is that of all versions; the project may be another person's now.
      if (!isOpen) return
      if (!canChat()) return close()
      void loadBalance()
      poll.now()
    },
  }
}

const distanceToEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight
