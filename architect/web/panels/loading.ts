import { button, make } from '../../../web/element.ts'
import { formatProblem } from '../../../web/notice.ts'

/**
 * Shows what `load` returns in a place: first that it is loading, after a failure why, with a
 * button. A later call replaces an earlier one that is still loading.
 */
export function loadInto(place: HTMLElement, load: () => Promise<Node[]>): void {
  const own = `${Number(place.dataset.load ?? 0) + 1}`
  place.dataset.load = own
  place.ariaBusy = 'true'
  if (place.childElementCount === 0)
    place.replaceChildren(make('p', { class: 'quiet-text' }, 'Loading…'))
  const put = (nodes: Node[]) => {
    if (place.dataset.load !== own) return
    place.ariaBusy = 'false'
    place.replaceChildren(...nodes)
  }
  load().then(put, (error) =>
    put([
      make('p', { class: 'problem', role: 'alert' }, formatProblem(error)),
      button('Try again', () => loadInto(place, load)),
    ]),
  )
}
