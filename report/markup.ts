import { escapeHtml } from '../values/escaped-html.ts'
import type { Chart, Drawn } from './charts/drawing.ts'

/** A drawing as text for a document. */
export function markupOf({ name, attributes, children }: Drawn): string {
  const own = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeHtml(`${value}`)}"`,
  )
  const inner = children.map((each) =>
    typeof each === 'string' ? escapeHtml(each) : markupOf(each),
  )
  const root = name === 'svg' ? ' xmlns="http://www.w3.org/2000/svg"' : ''
  return `<${name}${root}${own.join('')}>${inner.join('')}</${name}>`
}

/** Rows of a table from which on it stands in two halves. */
const LONG_ROWS = 12

/** A chart with its legend and its table, as a document shows it. */
export function chartMarkup({ title, drawing, legend, table, tones, notes }: Chart): string {
  const swatch = (tone: string) => `<span class="tone-swatch tone-${escapeHtml(tone)}"></span>`
  const names = (legend ?? []).map(
    ({ label, tone }) => `<span>${swatch(tone)}${escapeHtml(label)}</span>`,
  )
  const rows = table.rows.map((row, i) => {
    const [first, ...others] = row.map(escapeHtml)
    const cells = others.map((cell) => `<td>${cell}</td>`).join('')
    return `<tr><th scope="row"${tones ? '' : ' class="when"'}>${tones ? swatch(tones[i]) : ''}${first}</th>${cells}</tr>`
  })
  const stated = (notes ?? []).map((note) => `<p class="chart-note">${escapeHtml(note)}</p>`)
  const half = rows.length > LONG_ROWS ? Math.ceil(rows.length / 2) : rows.length
  const tables = [rows.slice(0, half), rows.slice(half)]
    .filter((part) => part.length > 0)
    .map(
      (part) =>
        `<table class="chart-rows${tones ? ' is-legend' : ''}">${tones ? '' : headOf(table.head)}<tbody>${part.join('')}</tbody></table>`,
    )
  return `<figure class="chart-figure"><figcaption>${escapeHtml(title)}</figcaption>
${markupOf(drawing)}
${names.length > 0 ? `<p class="chart-legend">${names.join('')}</p>` : ''}
${stated.join('')}<div class="chart-tables">${tables.join('')}</div></figure>`
}

function headOf(names: readonly string[]): string {
  const cells = names.map((name) => `<th scope="col">${escapeHtml(name)}</th>`)
  return `<thead><tr>${cells.join('')}</tr></thead>`
}
