import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import { make } from '../element.ts'
import { dossierPath, formatPoint, type LocationRef } from '../location-ref.ts'
import { formatDistance } from '../search/search-hit.ts'
import { copyButton } from './copy-button.ts'
import { formatStatusCounts } from './status-labels.ts'

/** What the point of an address is, by its position or else by its precision. */
const FOUND: Record<string, string> = {
  building: 'Found at a building of its lot.',
  lot_centre: 'Found at the middle of its lot.',
  rooftop: 'Found at its address point.',
  address_point: 'Found at its address point.',
  street: 'Found along its street, which may be 50 to 200 m off.',
  place: 'Found at the middle of a place: the spot itself is not known.',
}

/** What the dossier is of: where, found how, how to ask again; `openAll` stands among the buttons. */
export function dossierHeader(
  dossier: LocationDossier,
  spot: LocationRef,
  openAll: HTMLElement,
): HTMLElement[] {
  const { address, point } = dossier
  const statuses = Object.values(dossier.layers).flatMap((section) =>
    section ? [section.status] : [],
  )
  const how = point.source === 'geocoded' && address ? describeFound(address) : nearWords(address)
  return [
    make('p', { class: 'coordinates' }, formatPoint(point, ', ')),
    make('p', { class: 'how' }, how ?? null),
    ...(address?.note ? [make('p', { class: 'how' }, address.note)] : []),
    ...(dossier.warnings ?? []).map(warningView),
    make('p', { class: 'tally' }, `${statuses.length} sections: ${formatStatusCounts(statuses)}.`),
    make(
      'div',
      { class: 'actions' },
      // Without what stands after a `#`, which may be a secret.
      copyButton('Copy link', () => location.origin + location.pathname + location.search),
      openAll,
    ),
    curlView(spot),
  ]
}

/** What to check about the coordinates, with a link to the point that may be meant. */
function warningView({ message, point }: NonNullable<LocationDossier['warnings']>[number]) {
  const at = formatPoint(point)
  return make(
    'p',
    { class: 'warning', role: 'alert' },
    `${message} `,
    make('a', { href: `?at=${at}` }, `Show ${at}`),
  )
}

function describeFound({ position, precision }: NonNullable<LocationDossier['address']>): string {
  return FOUND[position ?? precision]
}

/** Whose address it is, where the spot was not found by it. */
function nearWords(address: LocationDossier['address']): string {
  if (!address) return 'No address is known here.'
  const isOnStreet = address.precision === 'street'
  const where = isOnStreet ? ', reckoned by house numbers along the street' : ''
  return address.distance_m
    ? `The nearest address, ${formatDistance(address.distance_m)} away${where}.`
    : `The address of this spot${where}.`
}

/** The title of a dossier: its address, else its coordinates. */
export function dossierTitle({ address, point }: LocationDossier): string {
  return address?.formatted ?? formatPoint(point, ', ')
}

function curlView(spot: LocationRef): HTMLElement {
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
