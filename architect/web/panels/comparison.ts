import { button, make } from '../../../web/element.ts'
import type { Version } from '../projects/answers.ts'
import { type DiffRow, diffRows } from './diff-rows.ts'
import { formatName } from './figures.ts'
import { loadInto } from './loading.ts'
import type { PanelContext } from './panel-context.ts'

/** Rows that are listed; the counts are of all. */
const ROWS_MAX = 300
const TONES: Record<DiffRow['change'], string> = {
  created: 'good',
  changed: 'odd',
  deleted: 'bad',
}

/** A form that compares two versions: what differs is listed, and marked in the picture. */
export function comparison(
  versions: readonly Version[],
  latest: number | null,
  context: PanelContext,
): HTMLElement {
  const names: [string, string][] = versions.map(({ version, label }) => [
    `${version}`,
    `${version} · ${label}`,
  ])
  const isDraftCompared = context.project().canEdit
  const all: [string, string][] = isDraftCompared ? [['draft', 'Draft'], ...names] : names
  const choice = (id: string, chosen: string) =>
    make(
      'select',
      { id },
      ...all.map(([value, name]) => make('option', { value, selected: value === chosen }, name)),
    )
  const former = `${versions[isDraftCompared ? 0 : 1]?.version ?? ''}`
  const from = choice('compare-from', former)
  const to = choice('compare-to', isDraftCompared ? 'draft' : `${latest}`)
  const place = make('div', { class: 'diff' })
  const form = make(
    'form',
    { class: 'compare-form' },
    make('h2', {}, 'Compare'),
    make('div', { class: 'field' }, make('label', { for: 'compare-from' }, 'From'), from),
    make('div', { class: 'field' }, make('label', { for: 'compare-to' }, 'To'), to),
    make('button', { type: 'submit' }, 'Compare'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    loadInto(place, async () => {
      const compared = await context.calls.compare(context.project().id, from.value, to.value)
      const rows = diffRows(compared)
      const idsOf = (change: DiffRow['change']) =>
        rows.filter((row) => row.change === change).map(({ id }) => id)
      context.showChanges({ created: idsOf('created'), changed: idsOf('changed') })
      // The form is at the end of the panel, and the result below its edge.
      requestAnimationFrame(() => place.scrollIntoView({ block: 'nearest' }))
      return diffList(rows, context, () => {
        context.showChanges(null)
        place.replaceChildren()
      })
    })
  })
  return make('section', { 'aria-label': 'Compare versions' }, form, place)
}

function diffList(rows: readonly DiffRow[], context: PanelContext, onClear: () => void): Node[] {
  if (rows.length === 0) return [make('p', {}, 'The two are the same.')]
  const listed = rows.slice(0, ROWS_MAX)
  const entries = listed.map((row) => {
    const isThere = context.nodes().has(row.id)
    const name = isThere
      ? button(
          row.name,
          () => {
            context.select(row.id)
            context.focusOn({ id: row.id })
          },
          { class: 'link' },
        )
      : row.name
    const fields = row.fields.map(({ field, before, after }) =>
      make('li', {}, `${field}: ${before} → ${after}`),
    )
    return make(
      'li',
      { class: 'change', 'data-change': row.change },
      make('span', { class: 'severity', 'data-tone': TONES[row.change] }, formatName(row.change)),
      name,
      make('span', { class: 'kind' }, `${formatName(row.kind)} · ${row.id}`),
      fields.length > 0 ? make('ul', {}, ...fields) : null,
    )
  })
  const more = rows.length - listed.length
  return [
    make(
      'p',
      { role: 'status' },
      `${rows.length} nodes differ. Created ones are marked green, changed ones yellow.`,
    ),
    make('ul', { class: 'changes' }, ...entries),
    more > 0 ? make('p', { class: 'quiet-text' }, `and ${more} more`) : null,
    button('Remove the marks', onClear),
  ].filter((each) => each !== null)
}
