import type { AddressReading } from '../parsing/address-reading.ts'
import type { StreetName } from '../parsing/street-name.ts'
import { isUnconfirmed, type KnownPlace } from './penalties.ts'

/** Describes in sentences how a found street differs from the request; null where it does not. */
export function differenceNote(
  requested: AddressReading & { street: StreetName },
  known: { name: StreetName; place: KnownPlace },
): string | null {
  const { name, place } = known
  const { street, city } = requested
  const directionals = [street.pre + street.post, name.pre + name.post]
  const notes: string[] = []
  if (street.type !== '' && name.type !== '' && street.type !== name.type)
    notes.push('The street is of another type than requested.')
  if (directionals[0] !== '' && directionals[1] === '')
    notes.push('Its name is known without the requested directional.')
  if (directionals[0] === '' && directionals[1] !== '')
    notes.push('Its name is known with a directional that the request lacks.')
  const zip = place.zip ?? place.zcta
  const lacksCity = city !== null && place.cities === null
  const lacksZip = requested.zip !== null && zip === null
  const lacks = [...(lacksCity ? ['city'] : []), ...(lacksZip ? ['ZIP code'] : [])]
  if (lacks.length > 0) notes.push(`Its source has no ${lacks.join(' or ')} to compare.`)
  // No city was compared either: 88 % of Bangor's houses are found with the ZIP code of Brewer.
  if (lacksZip && (city === null || lacksCity))
    notes.push('The requested ZIP code may be that of another town.')
  if (!isUnconfirmed(requested, place)) {
    if (city !== null && place.cities?.includes(city) === false)
      notes.push('Its city is not the requested one.')
    if (requested.zip !== null && zip !== null && requested.zip !== zip)
      notes.push('Its ZIP code is not the requested one.')
  }
  return notes.length > 0 ? notes.join(' ') : null
}
