import type { Section } from '../../layers/section.ts'
import type { Chart } from '../../report/charts/drawing.ts'
import { sectionCharts } from '../../report/charts/section-charts.ts'
import { countFacts, factsOf } from '../../report/facts.ts'
import { dataOf, type Sections } from '../../report/key-facts.ts'
import { sourcesOf } from '../../report/section-sources.ts'
import { reasonLabel } from '../../report/status-labels.ts'
import { summaryText } from '../../report/summary-text.ts'
import { sentenceInSystem, type UnitSystem } from '../../report/units.ts'
import { make } from '../element.ts'
import { chartView } from './chart-view.ts'
import { factTables } from './fact-table.ts'
import { landPictures } from './land-pictures.ts'
import { drawnGeometry, sectionColor } from './shapes.ts'
import { sourceLine, sourceView } from './source-view.ts'
import { statusMark } from './status-mark.ts'

export interface SectionOptions {
  now: Date
  system: UnitSystem
  /** All sections of the dossier. */
  sections: Sections
  isOpen: boolean
  onToggle(isOpen: boolean): void
  /** Work in progress for the section, such as terrain that is being computed. */
  pending?: string | null
}

/** One section: name, status, summary, source and age; its facts can be opened. */
export function sectionView(section: Section, options: SectionOptions): HTMLElement {
  const { layer, name, status, reason, hint } = section
  const line = (label: string, text: string | undefined) =>
    text
      ? make(
          'p',
          { class: 'why' },
          make('span', { class: 'why-label' }, label),
          sentenceInSystem(text, options.system),
        )
      : null
  const land = landPictures(layer, options.sections, options.system)
  return make(
    'article',
    { class: 'section', 'data-layer': layer, 'data-status': status, tabindex: '-1' },
    make(
      'h3',
      {},
      make('span', { class: 'section-name' }, name),
      mapSwatch(section),
      // A section with data is the normal case and needs no badge.
      status === 'available' ? null : statusMark(status),
    ),
    make('p', { class: 'summary' }, summaryText(section, options.system)),
    line(reasonLabel(status), reason),
    line('What you can do: ', hint),
    options.pending ? make('p', { class: 'pending', role: 'status' }, options.pending) : null,
    ...chartViews(section, options, land.charts),
    land.missing ? make('p', { class: 'why' }, land.missing) : null,
    sourceLine(section, options.now),
    detailsOf(section, options),
  )
}

/** The colour of the section's shapes on the map. */
function mapSwatch(section: Section): HTMLElement | null {
  const shapes = drawnGeometry(section)
  if (shapes.length === 0) return null
  const isLine = shapes.every(({ geometry }) => geometry.type.endsWith('LineString'))
  const filled = shapes.filter(({ properties }) => properties?.is_filled)
  const look = isLine ? 'is-line' : filled.length > 0 ? 'is-filled' : 'is-outline'
  const swatch = make('span', { class: `swatch ${look}`, 'aria-hidden': 'true' })
  swatch.style.color = sectionColor(section.layer)
  return swatch
}

function chartViews(
  section: Section,
  { sections, system }: SectionOptions,
  land: readonly Chart[],
): HTMLElement[] {
  const weather = section.layer === 'weather' ? dataOf(sections, 'weather') : null
  if (!weather) return [...sectionCharts(section, sections), ...land].map(chartView)
  const place = make('div', {})
  // Loaded with the first weather, which comes after the sections of the build.
  void import('../../report/charts/weather-charts.ts').then(({ weatherCharts }) =>
    place.replaceChildren(...weatherCharts(weather, system).map(chartView)),
  )
  return [place]
}

function detailsOf(
  section: Section,
  { now, system, isOpen, onToggle }: SectionOptions,
): HTMLElement | null {
  const facts = factsOf(section.data, system)
  const sources = sourcesOf(section)
  if (facts.length === 0 && sources.length === 0) return null
  const number = countFacts(facts)
  const word = sources.length === 1 ? 'source' : 'sources'
  const contents =
    number > 0 ? `${number} ${number === 1 ? 'fact' : 'facts'} and ${word}` : `About the ${word}`
  const about = make('span', { class: 'unseen' }, ` of ${section.name}`)
  const summary = make('summary', {}, contents, about)
  const details = make(
    'details',
    { class: 'more', open: isOpen },
    summary,
    ...factTables(facts, section.name),
    make('h4', {}, sources.length === 1 ? 'Source' : 'Sources'),
    ...sources.map((source) => sourceView(source, now, system)),
  )
  details.addEventListener('toggle', () => onToggle(details.open))
  return details
}
