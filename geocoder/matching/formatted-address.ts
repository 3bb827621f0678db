import type { Row } from '../../layers/location.ts'
import { tokenize } from '../parsing/tokens.ts'
import { splitUnit } from '../parsing/unit.ts'
import type { WrittenPlace } from '../tables/written-place.ts'

/** What a formatted address is made of; null and absent parts are left out. */
export interface AddressParts extends WrittenPlace {
  number?: string | null
  street?: string | null
  unit?: string | null
}

/** One line as one writes it on a letter: `12 MAIN ST UNIT 3, Bangor, ME 04401`. */
export function formatAddress({ number, street, unit, city, state, zip }: AddressParts): string {
  const line = [number?.toUpperCase(), street, unit && withDesignator(unit)]
  const region = [state, zip]
  return [line, [city], region]
    .map((part) => part.filter((word) => word !== null && word !== undefined && word !== ''))
    .filter((part) => part.length > 0)
    .map((part) => part.join(' '))
    .join(', ')
}

/** As it is where it reads as a unit behind a street: `Ste. 4`, `REAR`, `2ND FL`. */
/** A row of `localities` in the same form: `Bangor, ME`; of a ZIP code `ME 04401`. */
export function formatLocality({ kind, name, state }: Row): string {
  const [city, zip] = kind === 'zip' ? [null, name] : [name, null]
  return formatAddress({ city, state, zip } as WrittenPlace)
}

function withDesignator(unit: string): string {
  return splitUnit(['', ...tokenize(unit)]).words.length === 1 ? unit : `UNIT ${unit}`
}
