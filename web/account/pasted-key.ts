import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'
import type { DialogContext, View } from './dialog-context.ts'
import { openForm } from './form.ts'

/** The view for using an existing key instead of signing in. */
export function pastedKeyView(context: DialogContext): View {
  const about = make(
    'p',
    {},
    'A map key begins with sk_map_, a key for projects with sk_arch_. It is stored in this tab until you close it, and sent to this service only.',
  )
  const { key } = context.api
  const title = 'Use a key instead of signing in'
  if (key !== null) {
    const stop = button('Stop using it', () => {
      context.api.useKey(null)
      context.show('pasted-key', 'The key was removed from this tab.')
    })
    const used = make('p', {}, 'This tab uses the key ', make('code', {}, startOf(key)), '.')
    return { title, content: [used, about, make('div', { class: 'actions' }, stop)] }
  }
  const form = openForm({
    parts: [{ name: 'key', label: 'Key', type: 'password', autocomplete: 'off', most: 200 }],
    action: 'Use this key',
    async send(values) {
      if (!context.api.useKey(`${values.get('key')}`))
        throw new ApiProblem(0, 'This is not a Plat key.', {
          param: 'key',
          hint: 'A key begins with sk_map_ and has no spaces.',
        })
      try {
        await context.api.get('/v1/layers')
      } catch (error) {
        context.api.useKey(null)
        throw error instanceof ApiProblem && error.status < 429 && error.status > 0
          ? new ApiProblem(error.status, error.message, { param: 'key' })
          : error
      }
      context.show('pasted-key', 'The key works. The map uses it now.')
    },
  })
  return { title, content: [about, form] }
}

/** The beginning of a key, which may be shown. */
export function startOf(key: string): string {
  const prefix = /^sk_[a-z]+_/.exec(key)?.[0] ?? ''
  return `${key.slice(0, prefix.length + 4)}…`
}
