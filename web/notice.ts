import type { Api } from './api.ts'
import { ApiProblem } from './api-problem.ts'
import { button, make } from './element.ts'

/** The line under the header: what stands between a person and the answers. */
export interface Notice {
  /** Says why something has no answer, and what to do. */
  problem(error: unknown): void
  say(text: string): void
  clear(): void
}

export function openNotice(place: HTMLElement, api: Api, again: () => void): Notice {
  /** A map that misses a key says so for every tile: whoever types one is left to type. */
  let asksForKey = false
  const clear = () => {
    asksForKey = false
    place.replaceChildren()
    place.hidden = true
  }
  const put = (...children: (Node | string)[]) => {
    const close = button('×', clear, { class: 'plain', 'aria-label': 'Close this notice' })
    place.replaceChildren(make('div', { class: 'notice-text' }, ...children), close)
    place.hidden = false
  }
  return {
    clear,
    say: (text) => {
      if (!asksForKey) put(make('p', {}, text))
    },
    problem(error) {
      const problem = error as ApiProblem
      if (problem.status === 401 || problem.status === 403) {
        if (!asksForKey) put(...credentialNotice(problem, api))
        asksForKey = true
      } else {
        asksForKey = false
        const retry = button('Ask again', again)
        put(make('p', {}, formatProblem(error)), make('p', { class: 'actions' }, retry))
      }
    },
  }
}

/** What went wrong, what would help and when to ask again. */
export function formatProblem(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'This page failed to show the answer. Load it again.'
  const wait = error.retryAfter_s === undefined ? '' : ` Ask again in ${error.retryAfter_s} s.`
  // The hint of 429 and 503 says the same once more.
  const hint = error.hint && !wait ? ` ${error.hint}` : ''
  return `${error.message}${hint}${wait}`
}

function credentialNotice(problem: ApiProblem, api: Api): Node[] {
  const isMissing = problem.code === undefined || !api.key
  const why = isMissing
    ? 'Sign in to ask about a spot, or use an API key.'
    : `${problem.message} Use another key, or sign in.`
  const field = make('input', {
    id: 'notice-key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'sk_map_…',
    'aria-describedby': 'notice-key-said',
  })
  const said = make('span', { id: 'notice-key-said', role: 'status' })
  const form = make(
    'form',
    { class: 'key-form' },
    make('label', { for: 'notice-key' }, 'API key'),
    field,
    make('button', { type: 'submit' }, 'Use this key'),
    said,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!api.useKey(field.value)) said.textContent = 'That is no key: it begins with sk_map_.'
  })
  const signIn = button('Sign in', () => api.wantAccount(), { class: 'primary' })
  const drop = api.key ? button('Forget the key', () => api.useKey(null)) : ''
  return [make('p', {}, why), make('div', { class: 'actions' }, signIn, drop), form]
}
