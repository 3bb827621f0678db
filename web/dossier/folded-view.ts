import type { Section } from '../../layers/section.ts'
import { statusLabel } from '../../report/status-labels.ts'
import { make } from '../element.ts'

/**
 * Sections without data as one line a status, which opens: "None found: Wetlands". What is not
 * covered and what is missing are never counted together with what was looked for and is not there.
 */
export function foldedView(
  sections: readonly Section[],
  viewOf: (section: Section) => HTMLElement,
): HTMLElement[] {
  const statuses = [...new Set(sections.map(({ status }) => status))]
  return statuses.map((status) => {
    const own = sections.filter((section) => section.status === status)
    const { word, meaning } = statusLabel(status)
    const names = own.map(({ name }) => name).join(', ')
    return make(
      'details',
      { class: 'folded', 'data-status': status },
      make('summary', { title: meaning }, make('strong', {}, `${word}: `), names),
      ...own.map(viewOf),
    )
  })
}
