import { button, make } from '../../../web/element.ts'
import { INPUT_CHARACTERS_MAX } from '../../turns/wire/input-limits.ts'
import { ACCEPTED, attachmentProblem, formatBytes, kindOf, readAttachment } from './attachments.ts'
import type { Attachment, Message } from './chat-calls.ts'

const EFFORTS = { low: 'Low', medium: 'Medium', high: 'High', pro: 'Pro' } as const
type Effort = keyof typeof EFFORTS
const USUAL: Effort = 'medium'

export interface Composer {
  element: HTMLElement
  /** The pro effort is for workspaces with its plan; null where the plan is not known. */
  setPlan(plan: 'free' | 'pro' | null): void
  setBusy(isBusy: boolean): void
  /** The name of the model by the chosen effort. */
  model(): string
  /** Empties the box: the message was sent. */
  clear(): void
  focus(): void
}

/** The box for a message, with its effort and attachments. */
export function openComposer(
  onSend: (message: Message) => void,
  onProblem: (text: string) => void,
): Composer {
  let attachments: Attachment[] = []
  let isBusy = false
  const box = make('textarea', {
    id: 'chat-text',
    rows: 3,
    maxlength: INPUT_CHARACTERS_MAX,
    placeholder: 'Add a window to the north wall of the kitchen',
    'aria-describedby': 'chat-keys',
  })
  const list = make('ul', { class: 'chat-parts', 'aria-label': 'Attachments' })
  const efforts = (Object.keys(EFFORTS) as Effort[]).map((each) =>
    make('option', { value: each, selected: each === USUAL }, EFFORTS[each]),
  )
  const effort = make('select', { id: 'chat-effort' }, ...efforts)
  const picker = make('input', { type: 'file', accept: ACCEPTED, multiple: true, hidden: true })
  const send = make('button', { type: 'submit', class: 'primary' }, 'Send')
  const element = make(
    'form',
    { class: 'chat-composer' },
    make('label', { for: 'chat-text', class: 'unseen' }, 'Message to the Architect'),
    box,
    make('p', { id: 'chat-keys', class: 'unseen' }, 'Enter sends, Shift and Enter begin a line.'),
    list,
    make(
      'div',
      { class: 'chat-controls' },
      make('label', { for: 'chat-effort', class: 'unseen' }, 'Effort'),
      effort,
      button('Attach', () => picker.click()),
      picker,
      send,
    ),
  )
  const model = () => `architect-${effort.value}`
  const showState = () => {
    send.disabled = isBusy || (box.value.trim() === '' && attachments.length === 0)
  }
  const submit = () => {
    showState()
    if (!send.disabled) onSend({ text: box.value.trim(), model: model(), attachments })
  }
  const setAttachments = (next: Attachment[]) => {
    attachments = next
    list.replaceChildren(
      ...attachments.map((each) => {
        const remove = () => {
          setAttachments(attachments.filter((other) => other !== each))
          box.focus()
        }
        const name = `${each.name}, ${formatBytes(each.bytes)}`
        const cross = button('×', remove, { class: 'plain', 'aria-label': `Remove ${each.name}` })
        return make('li', {}, make('span', {}, name), cross)
      }),
    )
    showState()
  }
  async function attach(files: Iterable<File>): Promise<void> {
    for (const file of files) {
      const problem = attachmentProblem(file, attachments)
      const kind = kindOf(file)
      if (problem !== null || kind === null) {
        onProblem(problem ?? '')
        continue
      }
      try {
        setAttachments([...attachments, await readAttachment(file, kind)])
      } catch {
        onProblem(`${file.name} cannot be read.`)
      }
    }
  }
  picker.addEventListener('change', async () => {
    await attach(picker.files ?? [])
    // The same file may be chosen again.
    picker.value = ''
  })
  box.addEventListener('paste', (event) => {
    const files = event.clipboardData?.files
    if (!files?.length) return
    event.preventDefault()
    void attach(files)
  })
  box.addEventListener('input', showState)
  box.addEventListener('keydown', (event) => {
    // Enter also ends the choice of a character in other scripts.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    submit()
  })
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  showState()
  return {
    element,
    setPlan(plan) {
      const pro = efforts[efforts.length - 1]
      pro.disabled = plan === 'free'
      pro.textContent = plan === 'free' ? 'Pro (needs the plan Pro)' : EFFORTS.pro
    },
    setBusy(next) {
      isBusy = next
      element.ariaBusy = `${next}`
      showState()
    },
    model,
    clear() {
      box.value = ''
      setAttachments([])
    },
    focus: () => box.focus(),
  }
}
