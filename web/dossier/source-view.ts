import type { SectionSource } from '../../catalog/section-source.ts'
import type { Section } from '../../layers/section.ts'
import { formatAgo, formatEdition, formatKind } from '../../report/age.ts'
import { formatDate } from '../../report/facts.ts'
import { sourcesOf } from '../../report/section-sources.ts'
import { sentenceInSystem, type UnitSystem } from '../../report/units.ts'
import { fact, make } from '../element.ts'

/** The main source and its age in one line. */
export function sourceLine(section: Section, now: Date): HTMLElement | null {
  const [main, ...others] = sourcesOf(section)
  if (!main) return null
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return make(
    'p',
    { class: 'source-line' },
    make('span', { class: 'source-name' }, main.name),
    `${more} · ${formatEdition(main, now)}`,
  )
}

/** Labels of the time of a source by its kind; a kind of a later version has none. */
const RETRIEVED_LABELS: Record<SectionSource['kind'], string> = {
  live: 'Queried',
  official: 'Queried',
  archive: 'Copy taken',
  computed: 'Queried',
}

/** All details of a source. */
export function sourceView(source: SectionSource, now: Date, system: UnitSystem): HTMLElement {
  const { name, kind, retrieved_at, attribution, note } = source
  const copied = retrieved_at && (formatDate(retrieved_at) ?? retrieved_at)
  const ago = retrieved_at && formatAgo(retrieved_at, now)
  return make(
    'div',
    { class: 'source' },
    make('p', { class: 'source-name' }, name),
    make(
      'dl',
      {},
      ...fact('Kind', formatKind(kind)),
      ...fact('Edition', formatEdition(source, now)),
      ...fact(RETRIEVED_LABELS[kind] ?? 'Queried', copied && (ago ? `${copied}, ${ago}` : copied)),
      ...fact('Attribution', attribution),
      ...fact('Note', note && sentenceInSystem(note, system)),
    ),
  )
}
