import type { Chart, Drawn } from '../../report/charts/drawing.ts'
import { make } from '../element.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** A chart with its table: as a legend where rows have colours, else behind a disclosure. */
export function chartView({
  title,
  drawing,
  legend,
  table,
  tones,
  notes = [],
}: Chart): HTMLElement {
  const head = make('tr', {}, ...table.head.map((name) => make('th', { scope: 'col' }, name)))
  const rows = table.rows.map((row, i) => {
    const swatch = tones && make('span', { class: `tone-swatch tone-${tones[i]}` })
    const [first, ...others] = row
    const cells = others.map((cell) => make('td', {}, cell))
    return make('tr', {}, make('th', { scope: 'row' }, swatch, first), ...cells)
  })
  const shownHead = make('thead', { class: tones ? 'unseen' : null }, head)
  const listed = make('table', { class: 'chart-rows' }, shownHead, make('tbody', {}, ...rows))
  const about = make('span', { class: 'unseen' }, ` of ${title}`)
  return make(
    'figure',
    { class: 'chart-figure' },
    make('figcaption', {}, title),
    elementOf(drawing),
    legend?.length ? make('p', { class: 'chart-legend' }, ...legend.map(nameOf)) : null,
    ...notes.map((note) => make('p', { class: 'chart-note' }, note)),
    tones
      ? listed
      : make('details', { class: 'more' }, make('summary', {}, 'Table', about), listed),
  )
}

function nameOf({ label, tone }: { label: string; tone: string }): HTMLElement {
  return make('span', {}, make('span', { class: `tone-swatch tone-${tone}` }), label)
}

function elementOf({ name, attributes, children }: Drawn): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`)
  element.append(...children.map((child) => (typeof child === 'string' ? child : elementOf(child))))
  return element
}
