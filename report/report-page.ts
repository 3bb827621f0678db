import { readFileSync } from 'node:fs'
import type { Section } from '../layers/section.ts'
import { escapeHtml } from '../values/escaped-html.ts'
import type { Chart } from './charts/drawing.ts'
import { landCharts } from './charts/land-charts.ts'
import { sectionCharts } from './charts/section-charts.ts'
import { weatherCharts } from './charts/weather-charts.ts'
import { factsOf, formatDate } from './facts.ts'
import { factsMarkup } from './facts-markup.ts'
import { floodMapAge, floodVerdict } from './flood-verdict.ts'
import { dataOf, keyFacts, type Sections } from './key-facts.ts'
import { formatCoordinates } from './location-title.ts'
import { type CaptionedMap, mapMarkup } from './lot-legend.ts'
import { chartMarkup } from './markup.ts'
import { ReportSources } from './report-sources.ts'
import { orderSections } from './section-order.ts'
import { reasonLabel, statusLabel } from './status-labels.ts'
import { summaryText } from './summary-text.ts'
import { sentenceInSystem, type UnitSystem } from './units.ts'
import { watchList } from './watch-list.ts'

/** Sizes of paper, as CSS names them. */
export const PAPERS = ['letter', 'a4'] as const
export type Paper = (typeof PAPERS)[number]

/** What a report is made of. */
export interface ReportContent {
  sections: Sections
  /** The address, else the coordinates. */
  title: string
  point: { lat: number; lng: number }
  /** What the service states about the coordinates, such as that they may be swapped. */
  warnings: string[]
  map: CaptionedMap | null
  /** Where the same location opens on the map; null where the service does not know its address. */
  link: string | null
  build: string
  isFictional: boolean
  madeAt: Date
  paper: Paper
  system: UnitSystem
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const STYLE = read('./report.css') + read('./charts/charts.css')

const DISCLAIMERS = [
  'This report repeats public records and computes from them. It is not a survey, an appraisal, a title search, a flood zone determination or an elevation certificate, and no advice of a lawyer or an engineer.',
  'Lines of parcels and zones are drawn by their publishers with errors of metres. What no source covers is not known, which is not the same as safe or absent.',
  'Each section names its source and how old it is. Before you decide, ask the authority that it names.',
]

/** The style of a page, whose hash its policy allows; the paper is part of it. */
export function reportStyle(paper: Paper, build: string): string {
  const name = build.replace(/[^\w.-]/g, '')
  return `@page { size: ${paper}; @bottom-left { content: "Plat, build ${name}" } }\n${STYLE}`
}

/** A report as one HTML document: no script, nothing to load, ready to be printed. */
export function reportPage(content: ReportContent): string {
  const { sections, title, point, warnings, map, link, madeAt, paper, build, system } = content
  const watched = watchList(sections, madeAt, system)
  const { shown, folded } = orderSections(sections, watched)
  const verdict = floodVerdict(sections)
  const facts = keyFacts(sections, system).map(
    ({ label, value, note }) =>
      `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}${note ? `<span>${escapeHtml(note)}</span>` : ''}</dd></div>`,
  )
  const sources = new ReportSources([...shown, ...folded], madeAt, system)
  const views = [...shown, ...folded].map((each) => sectionMarkup(each, content, sources))
  const at = formatCoordinates(point)
  const made = formatDate(madeAt.toISOString().slice(0, 10))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}: property report</title>
<link rel="icon" href="data:,">
<style>${reportStyle(paper, build)}</style>
<main>
<header>
<p class="brand">Plat property report</p>
<h1>${escapeHtml(title)}</h1>
<p class="at">${at === title ? '' : `${at} · `}made on ${made} of build ${escapeHtml(build)}</p>
${content.isFictional ? '<p class="fictional">This county is fictional: no such place exists.</p>' : ''}
${warnings.map((text) => `<p class="fictional">${escapeHtml(text)}</p>`).join('\n')}
</header>
${verdict ? `<p class="verdict level-${verdict.level}"><strong>${escapeHtml(verdict.title)}</strong>${[verdict.detail, floodMapAge(sections, madeAt)].map((text) => (text ? `<span>${escapeHtml(text)}</span>` : '')).join('')}</p>` : ''}
${facts.length > 0 ? `<dl class="key-list">${facts.join('')}</dl>` : ''}
${watched.length > 0 ? `<section class="watch"><h2>Worth a look</h2><ul>${watched.map(({ text }) => `<li>${escapeHtml(text)}</li>`).join('')}</ul></section>` : ''}
${map ? mapMarkup(map) : ''}
${views.join('\n')}
${sources.endMarkup()}
<footer>
${DISCLAIMERS.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${link ? `<p>The same location on the map: <a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>` : ''}
</footer>
</main>
</html>
`
}

function sectionMarkup(
  section: Section,
  { sections, system }: ReportContent,
  sources: ReportSources,
): string {
  const { layer, name, status, data, reason, hint } = section
  const line = (label: string, text: string | undefined) =>
    text ? `<p class="why"><b>${label}</b> ${escapeHtml(sentenceInSystem(text, system))}</p>` : ''
  const { word, meaning } = statusLabel(status)
  const land = landCharts(layer, sections, system)
  const charts = [...chartsOf(section, sections, system), ...land.charts].map(chartMarkup)
  return `<article data-layer="${escapeHtml(layer)}" data-status="${escapeHtml(status)}">
<h2>${escapeHtml(name)}${status === 'available' ? '' : `<span class="status">${escapeHtml(`${word}: ${meaning}`)}</span>`}</h2>
<p class="summary">${escapeHtml(summaryText(section, system))}</p>
${line(reasonLabel(status).trim(), reason)}${line('What you can do:', hint)}
${charts.join('\n')}${line('', land.missing ?? undefined)}
${factsMarkup(factsOf(data, system))}
${sources.sectionMarkup(section)}
</article>`
}

function chartsOf(section: Section, sections: Sections, system: UnitSystem): Chart[] {
  const weather = section.layer === 'weather' ? dataOf(sections, 'weather') : null
  return weather ? weatherCharts(weather, system) : sectionCharts(section, sections)
}
