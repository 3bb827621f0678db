import { button, make } from '../../../web/element.ts'
import type { NodeAnswer } from '../projects/answers.ts'
import { detailsFields } from './details-fields.ts'
import { formatName, formatValue } from './figures.ts'
import { loadInto, putInto } from './loading.ts'
import { withNames } from './message-names.ts'
import type { PanelContext, ProjectPanel } from './panel-context.ts'

/** Nodes of a relation that are listed. */
const RELATED_MAX = 40
/** Relations without ids of nodes. */
const NOT_IDS = new Set(['joins'])

/** Data, quantities and relations of the selected node. */
export function detailsPanel(context: PanelContext): ProjectPanel {
  const element = make('div', { class: 'details' })
  let shownId: string | null = null
  let showDoor = () => {}
  const show = () => {
    const id = context.selected()
    showDoor()
    if (id === shownId && element.childElementCount > 0) return
    shownId = id
    const door = doorButton(id, context)
    showDoor = () => door?.show()
    if (id !== null) {
      loadInto(element, async () => await detailsOf(id, context, door?.element ?? null))
      return
    }
    const text = 'Nothing is selected. Press something in the picture, or choose it under Contents.'
    putInto(element, [make('p', { class: 'quiet-text' }, text)])
  }
  return {
    element,
    show,
    reset() {
      shownId = null
      putInto(element, [])
    },
  }
}

async function detailsOf(
  id: string,
  context: PanelContext,
  door: HTMLElement | null,
): Promise<Node[]> {
  const { calls } = context
  const [answer, quantities] = await Promise.all([
    calls.read<NodeAnswer>(context.project().id, 'get_node', { id }, context.version()),
    quantitiesOf(id, context),
  ])
  const { node, derived, relations } = answer
  const fields = detailsFields(answer)
  const { areaOf } = derived
  const label = context.nodes().get(id)?.label ?? node.label ?? formatName(node.kind)
  return [
    make('h2', { tabindex: -1 }, label),
    make('p', { class: 'quiet-text' }, `${formatName(node.kind)} · ${node.id}`),
    make(
      'div',
      { class: 'actions' },
      button('Show', () => context.focusOn({ id })),
      door,
    ),
    section('Data', list(fields.data)),
    section('Quantities', list([...fields.quantities, ...quantities])),
    areaOf
      ? make('p', { class: 'quiet-text' }, `Area: ${withNames(`${areaOf}`, context.nodes())}`)
      : null,
    section('Related', relationList(relations, context)),
  ].filter((each) => each !== null)
}

/** What the read of quantities adds for a room or a level. */
async function quantitiesOf(id: string, context: PanelContext): Promise<[string, unknown][]> {
  const node = context.nodes().get(id)
  const project = context.project().id
  const version = context.version()
  if (node?.kind === 'zone') {
    const rooms = await context.calls.readAll<Record<string, unknown>>(project, 'quantities', {
      list: 'rooms',
      version,
      given: { by: 'room', levelId: node.levelId },
    })
    const room = rooms.find(({ zoneId }) => zoneId === id) ?? {}
    const words = ['zoneId', 'levelId', 'label', 'roomType']
    return Object.entries(room).filter(([field]) => !words.includes(field))
  }
  if (node?.kind === 'level') {
    const { levels } = await context.calls.read<{ levels: { figures: object }[] }>(
      project,
      'quantities',
      { by: 'level', levelId: id },
      version,
    )
    return Object.entries(levels[0]?.figures ?? {})
  }
  return []
}

/** Opens and closes a door or window, which also other parts of the page do; null for others. */
function doorButton(id: string | null, context: PanelContext) {
  if (id === null || !context.canOpen(id)) return null
  const element = button('', () => context.setOpen(id, !context.isOpen(id)))
  const show = () => {
    element.textContent = context.isOpen(id) ? 'Close it' : 'Open it'
  }
  show()
  return { element, show }
}

function section(title: string, content: HTMLElement | null): HTMLElement | null {
  return content && make('section', {}, make('h3', {}, title), content)
}

function list(fields: readonly [string, unknown][]): HTMLElement | null {
  if (fields.length === 0) return null
  return make(
    'dl',
    { class: 'fields' },
    ...fields.flatMap(([field, value]) => [
      make('dt', {}, formatName(field)),
      make('dd', {}, formatValue(field, value)),
    ]),
  )
}

/** The related nodes, each with a button that selects it. */
function relationList(relations: Record<string, unknown>, context: PanelContext) {
  const entries = Object.entries(relations).flatMap(([name, value]) => {
    const ids = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')
    if (ids.length === 0 || NOT_IDS.has(name)) return []
    const links = ids.slice(0, RELATED_MAX).map((id) => {
      const label = context.nodes().get(id)?.label ?? id
      return button(label, () => context.select(id), { class: 'link' })
    })
    const more = ids.length - links.length
    return [
      make('dt', {}, formatName(name.replace(/Ids?$/, ''))),
      make('dd', { class: 'links' }, ...links, more > 0 ? `and ${more} more` : null),
    ]
  })
  return entries.length === 0 ? null : make('dl', { class: 'fields' }, ...entries)
}
