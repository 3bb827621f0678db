import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'
import type { DialogContext, View } from './dialog-context.ts'
import { openForm } from './form.ts'

/** Asking with a key that somebody has, instead of signing in. */
export function pastedKeyView(context: DialogContext): View {
  const about = make(
    'p',
    {},
    'A map key begins with sk_map_. It stays in this tab until the tab is closed, and goes to this service only.',
  )
  const { key } = context.api
  const title = 'Use a key instead of signing in'
  if (key !== null) {
    const stop = button('Stop using it', () => {
      context.api.useKey(null)
      context.show('pasted-key', 'The key is forgotten.')
    })
    const told = make('p', {}, 'This tab asks with the key ', make('code', {}, startOf(key)), '.')
    return { title, content: [told, about, make('div', { class: 'actions' }, stop)] }
  }
  const form = openForm({
    parts: [{ name: 'key', label: 'Key', type: 'password', autocomplete: 'off', most: 200 }],
    action: 'Use this key',
    async send(values) {
      if (!context.api.useKey(`${values.get('key')}`))
        throw new ApiProblem(0, 'This is no key of Plat.', {
          param: 'key',
          hint: 'It begins with sk_map_ and has no spaces in it.',
        })
      try {
        await context.api.get('/v1/layers')
      } catch (error) {
        context.api.useKey(null)
        throw error instanceof ApiProblem && error.status < 429 && error.status > 0
          ? new ApiProblem(error.status, error.message, { param: 'key' })
          : error
      }
      context.show('pasted-key', 'The key works: the map asks with it now.')
    },
  })
  return { title, content: [about, form] }
}

/** As much of a key as may be shown. */
export function startOf(key: string): string {
  const prefix = /^sk_[a-z]+_/.exec(key)?.[0] ?? ''
  return `${key.slice(0, prefix.length + 4)}…`
}
