import type { SectionSource } from '../catalog/section-source.ts'
import type { Section } from '../layers/section.ts'
import { escapeHtml } from '../values/escaped-html.ts'
import { formatAgo, formatEdition } from './age.ts'
import { formatDate } from './facts.ts'
import { noteSentences, sourcesOf } from './section-sources.ts'
import { titleCase } from './title-case.ts'
import { sentenceInSystem, type UnitSystem } from './units.ts'

/**
 * The sources of a report. A section names its own with their age and caveats; an attribution, the
 * day of a copy, and a sentence that several sections share stand once, at the end: with the notes
 * of five layers of one city in full, a third of the pages was the same text.
 */
export class ReportSources {
  private readonly sections: readonly Section[]
  private readonly now: Date
  private readonly system: UnitSystem
  private readonly shared: ReadonlySet<string>

  constructor(sections: readonly Section[], now: Date, system: UnitSystem) {
    this.sections = sections
    this.now = now
    this.system = system
    this.shared = sharedSentences(sections)
  }

  /** The sources of one section, a line each. */
  sectionMarkup(section: Section): string {
    return sourcesOf(section)
      .map((source) => {
        const own = noteSentences(source).filter((sentence) => !this.shared.has(sentence))
        const note = sentenceInSystem(own.join(' '), this.system)
        const parts = [formatEdition(source, this.now), note].filter((part) => part !== '')
        return `<p class="source">Source: <b>${escapeHtml(titleCase(source.name))}</b> · ${parts.map(escapeHtml).join(' · ')}</p>`
      })
      .join('\n')
  }

  /** Every source once, with whom to name and when its copy was made. */
  endMarkup(): string {
    const lines = new Set(this.sections.flatMap(sourcesOf).map((source) => this.lineOf(source)))
    if (lines.size === 0) return ''
    const shared = escapeHtml(sentenceInSystem([...this.shared].join(' '), this.system))
    return `<section class="sources"><h2>Sources</h2>
<ul>${[...lines].map((line) => `<li>${line}</li>`).join('')}</ul>
${shared === '' ? '' : `<p>Of several sources: ${shared}</p>`}</section>`
  }

  private lineOf({ name, kind, attribution, retrieved_at }: SectionSource): string {
    const day = retrieved_at && kind !== 'live' ? formatDate(retrieved_at.slice(0, 10)) : null
    const ago = day && retrieved_at ? formatAgo(retrieved_at, this.now) : null
    const parts = [attribution ?? '', day ? `copy of ${day}${ago ? `, ${ago}` : ''}` : '']
    const more = parts.filter((part) => part !== '').map(escapeHtml)
    return [`<b>${escapeHtml(titleCase(name))}</b>`, ...more].join(' · ')
  }
}

function sharedSentences(sections: readonly Section[]): Set<string> {
  const counts = new Map<string, number>()
  for (const section of sections)
    for (const sentence of new Set(sourcesOf(section).flatMap(noteSentences)))
      counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  return new Set([...counts].flatMap(([sentence, count]) => (count > 1 ? [sentence] : [])))
}
