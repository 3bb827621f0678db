import { confirmButton } from '../../../web/account/confirm.ts'
import { make } from '../../../web/element.ts'
import type { PanelContext } from './panel-context.ts'

/** Runs a change, shows how it ended, and reads the project again. */
type Act = (work: () => Promise<string>) => Promise<void>

/** Name and deletion of a project, for those who may edit or manage it; null for others. */
export function projectSettings(context: PanelContext, act: Act): HTMLElement | null {
  const { id, name, canEdit, canManage } = context.project()
  if (!canEdit && !canManage) return null
  const field = make('input', {
    id: 'project-name',
    maxlength: 120,
    required: true,
    autocomplete: 'off',
    value: name,
  })
  const form = make(
    'form',
    { class: 'rename-form' },
    make('div', { class: 'field' }, make('label', { for: 'project-name' }, 'Name'), field),
    make('button', { type: 'submit' }, 'Rename'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void act(async () => {
      const changed = await context.calls.change(id, { name: field.value.trim() })
      return `The project is called ${changed.name}.`
    })
  })
  const trash = confirmButton({
    action: 'Move to the trash',
    question:
      'The project is deleted after 30 days. Until then, the trash of the list restores it.',
    yes: 'Move it to the trash',
    async act() {
      await context.calls.remove(id)
      location.assign('/projects')
    },
  })
  return make(
    'section',
    {},
    make('h3', {}, 'Project'),
    canEdit ? form : null,
    canManage ? trash : null,
  )
}
