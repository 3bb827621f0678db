import type { LocationDossier } from '../../schemas/dossier.ts'
import { make } from '../element.ts'
import { distanceWords } from '../search/search-words.ts'
import { dossierPath, pairOf, type Spot } from '../spot.ts'
import { copyButton } from './copy-button.ts'
import { tallyWords } from './status-words.ts'

const PRECISIONS: Record<string, string> = {
  rooftop: 'the address point',
  street: 'along the street, 50 to 200 m off',
  place: 'the middle of a place',
}

/** What the dossier is of: where, found how, and how to ask for it again. */
export function placeView(dossier: LocationDossier, spot: Spot): HTMLElement[] {
  const { address, point } = dossier
  const statuses = Object.values(dossier.layers).flatMap((section) =>
    section ? [section.status] : [],
  )
  const isFound = point.source === 'geocoded'
  const precision = address && (PRECISIONS[address.precision] ?? address.precision)
  const away = address?.distance_m
  const how = !address
    ? 'No address is known here.'
    : isFound
      ? `Found at ${precision}.`
      : away
        ? `The nearest address, ${distanceWords(away)} away: ${precision}.`
        : `Its address: ${precision}.`
  return [
    make('p', { class: 'coordinates' }, pairOf(point, ', ')),
    make('p', { class: 'how' }, how),
    ...(address?.note ? [make('p', { class: 'how' }, address.note)] : []),
    make('p', { class: 'tally' }, `${statuses.length} sections: ${tallyWords(statuses)}.`),
    make(
      'div',
      { class: 'actions' },
      copyButton('Copy link', () => location.href),
    ),
    curlView(spot),
  ]
}

/** The title of a dossier: its address, else its coordinates. */
export function placeTitle({ address, point }: LocationDossier): string {
  return address?.formatted ?? pairOf(point, ', ')
}

function curlView(spot: Spot): HTMLElement {
  const url = `${location.origin}/api${dossierPath(spot)}`
  const command = `curl -H "Authorization: Bearer $PLAT_KEY" '${url}'`
  return make(
    'details',
    { class: 'as-json' },
    make('summary', {}, 'As JSON'),
    make(
      'p',
      {},
      'The same answer for programs. Put an API key of yours in PLAT_KEY; the account dialog makes them.',
    ),
    make('pre', { tabindex: '0' }, make('code', {}, command)),
    copyButton('Copy command', () => command),
    make('p', {}, make('a', { href: '/docs' }, 'The reference of the interface')),
  )
}
