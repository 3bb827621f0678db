import { floodMapAge, floodVerdict } from '../../report/flood-verdict.ts'
import { keyFacts, type Sections } from '../../report/key-facts.ts'
import type { UnitSystem } from '../../report/units.ts'
import type { Warning } from '../../report/watch-list.ts'
import { button, make } from '../element.ts'

export interface CardOptions {
  system: UnitSystem
  warnings: readonly Warning[]
  /** Shows a section, by the name of its layer. */
  onSection(layer: string): void
}

/** The first thing to read of a dossier: flood verdict, key facts, what to watch. */
export function keyFactsCard(sections: Sections, options: CardOptions): HTMLElement | null {
  const { system, warnings, onSection } = options
  const verdict = floodVerdict(sections)
  const mapAge = floodMapAge(sections, new Date())
  const facts = keyFacts(sections, system)
  if (!verdict && facts.length === 0 && warnings.length === 0) return null
  return make(
    'section',
    { class: 'key-facts', 'aria-label': 'Key facts' },
    verdict &&
      make(
        'p',
        { class: `verdict level-${verdict.level}` },
        make('strong', {}, verdict.title),
        verdict.detail && make('span', { class: 'verdict-detail' }, verdict.detail),
        mapAge && make('span', { class: 'verdict-detail' }, mapAge),
      ),
    make(
      'dl',
      { class: 'key-list' },
      ...facts.map(({ label, value, note }) =>
        make(
          'div',
          {},
          make('dt', {}, label),
          make('dd', {}, value, note && make('span', { class: 'key-note' }, note)),
        ),
      ),
    ),
    warnings.length > 0 &&
      make(
        'div',
        { class: 'watch' },
        make('h3', {}, 'Worth a look'),
        make(
          'ul',
          {},
          ...warnings.map(({ text, layer }) =>
            make(
              'li',
              {},
              button(text, () => onSection(layer), { class: 'link' }),
            ),
          ),
        ),
      ),
  )
}
