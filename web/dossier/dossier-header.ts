import { formatCoordinates } from '../../report/location-title.ts'
import { formatStatusCounts } from '../../report/status-labels.ts'
import { sentenceInSystem, type UnitSystem } from '../../report/units.ts'
import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import { make } from '../element.ts'
import { dossierPath, formatPoint, type LocationRef } from '../location-ref.ts'
import { formatDistance } from '../search/search-hit.ts'
import { copyButton } from './copy-button.ts'

type Address = NonNullable<LocationDossier['address']>

/** Descriptions of the point of an address, by its position or else by its precision. */
const FOUND: Record<NonNullable<Address['position']> | Address['precision'], string> = {
  building: 'Found at a building of its lot.',
  lot_centre: 'Found at the centre of its lot.',
  rooftop: 'Found at its address point.',
  address_point: 'Found at its address point.',
  street: 'Found along its street, which may be 50 to 200 m off.',
  place: 'Found at the centre of a place: the exact point is unknown.',
}

/**
 * The header of a dossier: point, address, counts of statuses, and buttons, including those of the
 * caller.
 */
export function dossierHeader(
  dossier: LocationDossier,
  ref: LocationRef,
  system: UnitSystem,
  [takeAway, ...others]: HTMLElement[],
): HTMLElement[] {
  const { address, point } = dossier
  const how =
    point.source === 'geocoded' && address
      ? describeFound(address)
      : describeNearest(address, system)
  return [
    // Without an address they are the title.
    ...(address ? [make('p', { class: 'coordinates' }, formatCoordinates(point))] : []),
    make('p', { class: 'how' }, how && sentenceInSystem(how, system)),
    ...(address?.note ? [make('p', { class: 'how' }, address.note)] : []),
    ...(dossier.warnings ?? []).map(warningView),
    make('p', { class: 'tally' }, formatSectionCounts(dossier)),
    make(
      'div',
      { class: 'actions' },
      takeAway,
      // Without the hash, which may be a secret.
      copyButton('Copy link', () => location.origin + location.pathname + location.search),
      ...others,
    ),
    curlView(ref),
  ]
}

/** The number of sections by status: "14 sections: 12 available, 2 none found." */
export function formatSectionCounts({ layers }: LocationDossier): string {
  const statuses = Object.values(layers).flatMap((section) => (section ? [section.status] : []))
  return `${statuses.length} sections: ${formatStatusCounts(statuses)}.`
}

/** A warning about the coordinates, with a link to the point that may be intended. */
function warningView({ message, point }: NonNullable<LocationDossier['warnings']>[number]) {
  const at = formatPoint(point)
  return make(
    'p',
    { class: 'warning', role: 'alert' },
    `${message} `,
    make('a', { href: `?at=${at}` }, `Show ${at}`),
  )
}

function describeFound({ position, precision }: Address): string {
  return FOUND[position ?? precision]
}

/** Describes the nearest address, where the lookup was not by address. */
function describeNearest(address: LocationDossier['address'], system: UnitSystem): string {
  if (!address) return 'No address is known near this point.'
  const isOnStreet = address.precision === 'street'
  if (!isOnStreet && address.distance_m === 0) return 'Address at this point.'
  const where = isOnStreet ? ', estimated from house numbers along the street' : ''
  return address.distance_m
    ? `Nearest address, ${formatDistance(address.distance_m, system)} away${where}.`
    : `Nearest address${where}.`
}

function curlView(ref: LocationRef): HTMLElement {
  const url = `${location.origin}/api${dossierPath(ref)}`
  const command = `curl -H "Authorization: Bearer $PLAT_KEY" '${url}'`
  return make(
    'details',
    { class: 'as-json' },
    make('summary', {}, 'As JSON'),
    make(
      'p',
      {},
      'The same data for programs. Put your API key in PLAT_KEY; you can create one in the account dialog.',
    ),
    make('pre', { tabindex: '0' }, make('code', {}, command)),
    copyButton('Copy command', () => command),
    make('p', {}, make('a', { href: '/docs' }, 'API docs')),
  )
}
