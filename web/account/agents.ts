import { button, fact, make } from '../element.ts'
import type { Agent } from './account-calls.ts'
import { confirmButton } from './confirm.ts'
import type { DialogContext, View } from './dialog-context.ts'
import { asProblem, openForm } from './form.ts'
import { formatDay } from './key-texts.ts'

/** Characters of a claim code with some spaces. */
const TYPED_CODE_MAX = 40

/** The view of the agents that a person has claimed, with a form for the code of another. */
export function agentsView(context: DialogContext): View {
  const list = make('div', { class: 'keys', 'aria-live': 'polite' }, 'Loading agents …')
  const place = make('div', { class: 'new-key' })
  showForm(context, place, list)
  void fill(context, list)
  return {
    title: 'Agents',
    content: [
      make(
        'p',
        {},
        'Agents are programs with accounts of their own. Claiming one links it to you; neither of you gets to see the projects of the other.',
      ),
      place,
      make('h3', {}, 'Your agents'),
      list,
    ],
  }
}

function showForm(context: DialogContext, place: HTMLElement, list: HTMLElement): void {
  const form = openForm({
    parts: [
      {
        name: 'code',
        label: 'Claim code',
        autocomplete: 'off',
        hint: 'The agent shows it, such as 7KQM-X2PD-9RTW. It works for 15 minutes.',
        most: TYPED_CODE_MAX,
      },
    ],
    action: 'Look up',
    async send(values) {
      const code = `${values.get('code')}`
      showAgent(context, place, list, { code, agent: await context.calls.lookUpAgent(code) })
    },
  })
  place.replaceChildren(form)
}

/** The agent that waits with a code, and whether to claim it. */
function showAgent(
  context: DialogContext,
  place: HTMLElement,
  list: HTMLElement,
  { code, agent }: { code: string; agent: Agent },
): void {
  const alert = make('p', { role: 'alert', class: 'problem' })
  const heading = make('h3', { tabindex: -1 }, `Claim ${agent.name}?`)
  const back = () => {
    showForm(context, place, list)
    place.querySelector('input')?.focus()
  }
  const claim = async () => {
    if (place.ariaBusy === 'true') return
    place.ariaBusy = 'true'
    try {
      await context.calls.claimAgent(code)
      context.announce(`${agent.name} is claimed.`)
      back()
      await fill(context, list)
    } catch (error) {
      alert.textContent = formatProblem(error)
    } finally {
      place.ariaBusy = 'false'
    }
  }
  place.replaceChildren(
    make(
      'section',
      { class: 'shown-once', 'aria-label': 'The agent' },
      heading,
      facts(agent),
      make(
        'p',
        { class: 'hint' },
        'It has written these texts itself: claim only an agent that you have started.',
      ),
      alert,
      make(
        'div',
        { class: 'actions' },
        button('Claim it', () => void claim(), { class: 'primary' }),
        button('Cancel', back),
      ),
    ),
  )
  heading.focus()
}

async function fill(context: DialogContext, list: HTMLElement): Promise<void> {
  try {
    const agents = await context.calls.agents()
    if (agents.length === 0) return list.replaceChildren(make('p', {}, 'No agents yet.'))
    list.replaceChildren(make('ul', {}, ...agents.map((each) => row(context, each, list))))
  } catch (error) {
    list.replaceChildren(make('p', { class: 'problem' }, formatProblem(error)))
  }
}

function row(context: DialogContext, agent: Agent, list: HTMLElement): HTMLElement {
  const { id, name } = agent
  const release = confirmButton({
    action: 'Release',
    label: `Release ${name}`,
    question: `${name} is no longer linked to you. Its projects and its key stay, and it can be claimed again.`,
    yes: 'Release it',
    async act() {
      await context.calls.releaseAgent(id)
      context.announce(`${name} is released.`)
      await fill(context, list)
      list.closest('dialog')?.querySelector('h2')?.focus()
    },
  })
  return make('li', {}, make('h4', {}, name), facts(agent), release)
}

function facts({ purpose, client, created_at, claimed_at }: Agent): HTMLElement {
  const day = (text: string) => make('time', { datetime: text, title: text }, formatDay(text))
  return make(
    'dl',
    { class: 'facts' },
    ...fact('Purpose', purpose),
    ...fact('Client', client),
    ...fact('Registered', day(created_at)),
    ...(claimed_at ? fact('Claimed', day(claimed_at)) : []),
  )
}

function formatProblem(error: unknown): string {
  const { message, hint } = asProblem(error)
  return hint ? `${message} ${hint}` : message
}
