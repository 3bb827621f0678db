import type { Api } from './api.ts'
import { ApiProblem } from './api-problem.ts'
import { button, make } from './element.ts'

/** The line under the header that shows problems with the service or the credential. */
export interface Notice {
  /** Shows why a request failed, and what to do. */
  problem(error: unknown): void
  show(text: string): void
  clear(): void
}

/** `target` is what the page shows and `about` what it is, for people without a credential. */
export function openNotice(
  place: HTMLElement,
  api: Api,
  retryAll: () => void,
  { target, about = '' }: { target: string; about?: string },
): Notice {
  /**
   * True while the form for a key is shown: failing tiles must not replace it while a person types.
   */
  let isKeyFormShown = false
  const clear = () => {
    isKeyFormShown = false
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
    show: (text) => {
      if (!isKeyFormShown) put(make('p', {}, text))
    },
    problem(error) {
      const problem = error as ApiProblem
      if (problem.status === 401 || problem.status === 403) {
        if (!isKeyFormShown) put(...credentialNotice(problem, api, target, about))
        isKeyFormShown = true
      } else {
        isKeyFormShown = false
        const retry = button('Try again', retryAll)
        put(make('p', {}, formatProblem(error)), make('p', { class: 'actions' }, retry))
      }
    },
  }
}

/** Describes what went wrong, what helps and when to try again. */
export function formatProblem(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'This page failed to show the response. Reload it.'
  const wait = error.retryAfter_s === null ? '' : ` Try again in ${error.retryAfter_s} s.`
  // The hint of 429 and 503 repeats the time to wait.
  const hint = error.hint && !wait ? ` ${error.hint}` : ''
  return `${error.message}${hint}${wait}`
}

function credentialNotice(problem: ApiProblem, api: Api, target: string, about: string): Node[] {
  const isMissing = problem.code === undefined || !api.key
  const why = isMissing
    ? `${about} Sign in or use an API key to see ${target}.`.trim()
    : `${problem.message} Use another key, or sign in.`
  const field = make('input', {
    id: 'notice-key',
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'sk_…',
    'aria-describedby': 'notice-key-status',
  })
  const status = make('span', { id: 'notice-key-status', role: 'status' })
  const form = make(
    'form',
    { class: 'key-form' },
    make('label', { for: 'notice-key' }, 'API key'),
    field,
    make('button', { type: 'submit' }, 'Use this key'),
    status,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!api.useKey(field.value)) status.textContent = 'This is not a key: keys begin with sk_.'
  })
  const signIn = button('Sign in', () => api.requestAccount(), { class: 'primary' })
  const drop = api.key ? button('Remove the key', () => api.useKey(null)) : ''
  return [make('p', {}, why), make('div', { class: 'actions' }, signIn, drop), form]
}
