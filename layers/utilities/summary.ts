import { wordList } from '../../values/word-list.ts'
import type { UtilitiesData } from './data.ts'

/** At most so many names are in the sentence; the data has all of them. */
const NAMES_MAX = 3

/** One sentence. `wastewaterText` is the inventory's own text for its code. */
export function summarise(data: UtilitiesData, wastewaterText: string | null): string {
  const parts: string[] = []
  if (data.wastewater_as_recorded !== null)
    parts.push(`wastewater: ${formatRecorded(wastewaterText) ?? data.wastewater_as_recorded}`)
  if (data.drinking_water_from === 'inventory')
    parts.push(`drinking water: ${formatDrinkingWater(data)}`)
  if (data.drinking_water_from === 'service_area')
    parts.push(`water service area of ${namesOf(data.water_systems)}`)
  if (data.electric_providers.length > 0)
    parts.push(`electric territory of ${namesOf(data.electric_providers)}`)
  if (parts.length === 0) return 'The inventory has a record of this parcel without any value.'
  const sentence = parts.join('; ')
  return `${sentence[0].toUpperCase()}${sentence.slice(1)}.`
}

function namesOf(named: readonly { name: string }[]): string {
  const names = named.map(({ name }) => withoutStops(name))
  const listed = names.slice(0, NAMES_MAX)
  const rest = names.length - listed.length
  if (rest > 0) return `${listed.join(', ')} and ${rest} more`
  return wordList(listed)
}

/** A name without full stops: `POWER CO.` and `ST. JOHNS` would end the sentence. */
function withoutStops(name: string): string {
  return name.replace(/[.!?](?=\s|$)/g, '')
}

/** The text of a supply; an unknown code stays as it is. */
function formatDrinkingWater(data: UtilitiesData): string | null {
  const { drinking_water: text, drinking_water_as_recorded: code } = data
  return text === code ? text : formatRecorded(text)
}

/** `Known Central Sewer` for the middle of a sentence; both texts where two contradict. */
function formatRecorded(text: string | null): string | null {
  if (text === null) return null
  const plain = withoutStops(text).toLowerCase().replaceAll('; ', ' against ')
  // Florida's `N/A, not built`: the land has no building.
  return plain.replaceAll('n/a, not built', 'none, the land is not built on')
}
