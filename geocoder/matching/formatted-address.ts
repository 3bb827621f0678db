import type { Row } from '../../layers/location.ts'
import { tokenize } from '../parsing/tokens.ts'
import { splitUnit } from '../parsing/unit.ts'
import type { LocalityKind } from '../tables/lookup-tables.ts'
import type { WrittenPlace } from '../tables/written-place.ts'

/** The parts of a formatted address; null and absent parts are left out. */
export interface AddressParts extends WrittenPlace {
  number?: string | null
  street?: string | null
  unit?: string | null
}

/** Formats an address as one line of a letter: `12 MAIN ST UNIT 3, Bangor, ME 04401`. */
export function formatAddress({ number, street, unit, city, state, zip }: AddressParts): string {
  const line = [number?.toUpperCase(), street, unit && withDesignator(unit)]
  const region = [state, zip]
  return [line, [city], region]
    .map((part) => part.filter((word) => word !== null && word !== undefined && word !== ''))
    .filter((part) => part.length > 0)
    .map((part) => part.join(' '))
    .join(', ')
}

/** Part of an address that the name of a locality is. */
const NAMED_PART: Record<LocalityKind, 'city' | 'zip'> = {
  place: 'city',
  county: 'city',
  zip: 'zip',
}

/** Formats a row of `localities`: `Bangor, ME`, and a ZIP code as `ME 04401`. */
export function formatLocality({ kind, name, state }: Row): string {
  const place = { city: null, state, zip: null, [NAMED_PART[kind as LocalityKind]]: name }
  return formatAddress(place as WrittenPlace)
}

/** Adds `UNIT` to a unit, unless it reads as one already: `Ste. 4`, `REAR`, `2ND FL`. */
function withDesignator(unit: string): string {
  return splitUnit(['', ...tokenize(unit)]).words.length === 1 ? unit : `UNIT ${unit}`
}
