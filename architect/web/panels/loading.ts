import { button, make } from '../../../web/element.ts'
import { formatProblem } from '../../../web/notice.ts'

/** For each place the number of what it shows or loads last: an earlier answer comes too late. */
const numbers = new WeakMap<HTMLElement, number>()

/** Shows nodes in a place, instead of what may still be loading for it. */
export function putInto(place: HTMLElement, nodes: Node[]): void {
  numbers.set(place, (numbers.get(place) ?? 0) + 1)
  place.ariaBusy = 'false'
  place.replaceChildren(...nodes)
}

/**
 * Shows what `load` returns in a place: first that it is loading, after a failure why, with a
 * button. A later call replaces an earlier one that is still loading.
 */
export function loadInto(place: HTMLElement, load: () => Promise<Node[]>): void {
  const own = (numbers.get(place) ?? 0) + 1
  numbers.set(place, own)
  place.ariaBusy = 'true'
  if (place.childElementCount === 0)
    place.replaceChildren(make('p', { class: 'quiet-text' }, 'Loading…'))
  const put = (nodes: Node[]) => {
    if (numbers.get(place) === own) putInto(place, nodes)
  }
  load().then(put, (error) =>
    put([
      make('p', { class: 'problem', role: 'alert' }, formatProblem(error)),
      button('Try again', () => loadInto(place, load)),
    ]),
  )
}
