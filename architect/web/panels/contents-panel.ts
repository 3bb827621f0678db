import { button, make } from '../../../web/element.ts'
import { findNodes, type IndexedNode } from '../viewer/scene-index.ts'
import { formatName } from './figures.ts'
import type { PanelContext, ProjectPanel } from './panel-context.ts'

/** Entries that are listed at once: a longer list is searched rather than read. */
const LISTED_STEP = 200

/** All nodes of the project as a list with a search: the way to pick without a pointer. */
export function contentsPanel(context: PanelContext): ProjectPanel {
  const search = make('input', {
    type: 'search',
    id: 'contents-search',
    placeholder: 'Kitchen, door, wall_12',
    autocomplete: 'off',
  })
  const status = make('p', { role: 'status', class: 'quiet-text' })
  const list = make('div', { class: 'contents' })
  const more = button('Show more', () => {
    limit += LISTED_STEP
    show()
  })
  let limit = LISTED_STEP
  const show = () => {
    const found = findNodes(context.nodes().values(), search.value)
    const listed = found.slice(0, limit)
    more.hidden = listed.length === found.length
    status.textContent =
      found.length > listed.length
        ? `${found.length} nodes; the first ${listed.length} are listed.`
        : `${found.length} ${found.length === 1 ? 'node' : 'nodes'}`
    list.replaceChildren(...groupsOf(listed, context))
  }
  search.addEventListener('input', () => {
    limit = LISTED_STEP
    show()
  })
  const element = make(
    'div',
    {},
    make('div', { class: 'field' }, make('label', { for: 'contents-search' }, 'Search'), search),
    status,
    list,
    more,
  )
  return { element, show, reset: () => list.replaceChildren() }
}

/** The nodes below the names of their levels. */
function groupsOf(found: readonly IndexedNode[], context: PanelContext): Node[] {
  const groups = new Map<string | null, IndexedNode[]>()
  for (const node of found) groups.set(node.levelId, [...(groups.get(node.levelId) ?? []), node])
  return [...groups].flatMap(([levelId, nodes]) => {
    const level = levelId === null ? null : context.nodes().get(levelId)
    const entries = nodes.map((node) => entryOf(node, context))
    return [make('h2', {}, level?.label ?? 'Site'), make('ul', {}, ...entries)]
  })
}

function entryOf({ id, kind, label }: IndexedNode, context: PanelContext): HTMLLIElement {
  const entry = button(
    label,
    () => {
      context.select(id)
      context.focusOn({ id })
    },
    { class: 'entry', 'aria-pressed': `${context.selected() === id}` },
  )
  entry.append(make('span', { class: 'kind' }, formatName(kind)))
  return make('li', {}, entry)
}
