import type { UnitSystem } from '../../report/units.ts'
import type { Api } from '../api.ts'
import { make } from '../element.ts'
import type { LocationRef } from '../location-ref.ts'

/** The menu of files of a location. Its content is loaded when it opens, and Escape closes it. */
export function takeAway(
  api: Api,
  ref: LocationRef,
  title: string,
  system: UnitSystem,
): HTMLElement {
  const summary = make('summary', {}, 'Take it with you')
  const menu = make('details', { class: 'take-away' }, summary)
  menu.addEventListener(
    'toggle',
    async () => {
      const { downloadButtons } = await import('./downloads.ts')
      menu.append(...downloadButtons(api, ref, title, system))
    },
    { once: true },
  )
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    summary.focus()
  })
  return menu
}
