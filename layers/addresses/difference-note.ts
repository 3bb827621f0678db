import type { AddressReading } from './address-reading.ts'
import { isUnplaced, type KnownPlace } from './penalties.ts'
import type { StreetName } from './street-name.ts'

/** What of a found street differs from what was asked, in sentences; null where nothing does. */
export function differenceNote(
  asked: AddressReading & { street: StreetName },
  known: { name: StreetName; place: KnownPlace },
): string | null {
  const { name, place } = known
  const said = (a: string, b: string) => a !== '' && b !== '' && a !== b
  const directionals = [asked.street.pre + asked.street.post, name.pre + name.post]
  const notes: string[] = []
  if (said(asked.street.type, name.type)) notes.push('The street is of another type than asked.')
  if (directionals[0] !== '' && directionals[1] === '')
    notes.push('Its name is known without the directional that was asked.')
  if (directionals[0] === '' && directionals[1] !== '')
    notes.push('Its name is known with a directional that the request lacks.')
  const zip = place.zip ?? place.zcta
  const lacks = [
    ...(asked.city !== null && place.cities === null ? ['city'] : []),
    ...(asked.zip !== null && zip === null ? ['ZIP code'] : []),
  ]
  if (lacks.length > 0) notes.push(`Its source has no ${lacks.join(' or ')} to compare.`)
  if (!isUnplaced(asked, place)) {
    if (asked.city !== null && place.cities?.includes(asked.city) === false)
      notes.push('Its city is another than asked.')
    if (asked.zip !== null && zip !== null && asked.zip !== zip)
      notes.push('Its ZIP code is another than asked.')
  }
  return notes.length > 0 ? notes.join(' ') : null
}
