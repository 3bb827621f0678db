import './demo.css'
import { boxDistanceM } from '../../report/box-distance.ts'
import type { UnitSystem } from '../../report/units.ts'
import type { Demo } from '../../serve/schemas/demo.ts'
import type { Api } from '../api.ts'
import { elsewhereCard } from '../dossier/elsewhere-card.ts'
import { button, make } from '../element.ts'
import type { LocationRef } from '../location-ref.ts'

/** Starts a demo visit; null where the service has no demo, or cannot answer now. */
export async function requestDemo(api: Api): Promise<Demo | null> {
  return await api.send<Demo>('POST', '/demo').catch(() => null)
}

/** Fills the bar under the header: what this is, that it is a demo, and how to see more. */
export function showDemoBar(place: HTMLElement, api: Api, { county }: Demo): void {
  place.replaceChildren(
    make(
      'p',
      {},
      make('strong', {}, 'Demo: '),
      `what is known about a property in ${plainName(county.name)}, a fictional place`,
      make('span', { class: 'demo-more' }, ': flood zones, soils, zoning, permits and more'),
      '.',
    ),
    signInButton(api),
  )
  place.hidden = false
}

/** Addresses to try, for the panel before a location is chosen. */
export function exampleList(
  { examples }: Demo,
  onChoose: (ref: LocationRef) => void,
): HTMLElement | null {
  if (examples.length === 0) return null
  return make(
    'section',
    { class: 'examples', 'aria-labelledby': 'examples-title' },
    make('h3', { id: 'examples-title' }, 'Try an address'),
    make(
      'ul',
      {},
      ...examples.map(({ label, address, about }) => {
        const chip = button('', () => onChoose({ address }))
        chip.append(make('strong', {}, label), ' ', make('span', {}, about))
        return make('li', {}, chip)
      }),
    ),
  )
}

/** The card for a location that the demo does not show. */
export function outsideCard(
  { county, bounds }: Demo,
  ref: LocationRef,
  options: { api: Api; system: UnitSystem; onArea(bounds: readonly number[]): void },
): HTMLElement {
  const name = plainName(county.name)
  const distance_m = 'at' in ref ? boxDistanceM(ref.at, bounds) : null
  return elsewhereCard(
    { name, bounds, distance_m },
    {
      ...options,
      title: 'at' in ref ? 'No data here in this demo' : 'Not in this demo',
      text: `The demo shows ${name} only. Sign in to look up other places.`,
      more: [signInButton(options.api)],
    },
  )
}

/** The sentence after a search without matches. */
export function searchScope({ county }: Demo): string {
  return ` The demo has ${plainName(county.name)} only.`
}

function signInButton(api: Api): HTMLButtonElement {
  const made = button('Sign in', () => api.requestAccount())
  made.append(make('span', { class: 'demo-more' }, ' or use a key'))
  return made
}

/** The name without the remark that the county is fictional, which the page states in words. */
function plainName(name: string): string {
  return name.replace(/\s*\(fictional\)$/i, '')
}
