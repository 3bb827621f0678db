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

/** A chart with its legend and its table, as a document shows it. */
export function chartMarkup({ title, drawing, legend, table, tones }: Chart): string {
  const swatch = (tone: string) => `<span class="tone-swatch tone-${escapeHtml(tone)}"></span>`
  const names = (legend ?? []).map(
    ({ label, tone }) => `<span>${swatch(tone)}${escapeHtml(label)}</span>`,
  )
  const rows = table.rows.map((row, i) => {
    const [first, ...others] = row.map(escapeHtml)
    const cells = others.map((cell) => `<td>${cell}</td>`).join('')
    return `<tr><th scope="row">${tones ? swatch(tones[i]) : ''}${first}</th>${cells}</tr>`
  })
  return `<figure class="chart-figure"><figcaption>${escapeHtml(title)}</figcaption>
${markupOf(drawing)}
${names.length > 0 ? `<p class="chart-legend">${names.join('')}</p>` : ''}
<table class="chart-rows"><tbody>${rows.join('')}</tbody></table></figure>`
}
