import type { UtilitiesData } from './data.ts'

/** So many names stand in the sentence; the data has all of them. */
const NAMES_TOLD = 3

/** One sentence. `wastewaterWords` are the inventory's own for its code. */
export function summarise(data: UtilitiesData, wastewaterWords: string | null): string {
  const facts: string[] = []
  if (data.wastewater_as_recorded !== null)
    facts.push(`wastewater: ${wordsOf(wastewaterWords) ?? data.wastewater_as_recorded}`)
  if (data.drinking_water_from === 'inventory')
    facts.push(`drinking water: ${formatDrinkingWater(data)}`)
  if (data.drinking_water_from === 'service_area')
    facts.push(`water service area of ${namesOf(data.water_systems)}`)
  if (data.electric_providers.length > 0)
    facts.push(`electric territory of ${namesOf(data.electric_providers)}`)
  if (facts.length === 0) return 'The inventory has a record of this parcel that says nothing.'
  const sentence = facts.join('; ')
  return `${sentence[0].toUpperCase()}${sentence.slice(1)}.`
}

function namesOf(named: readonly { name: string }[]): string {
  const names = named.map(({ name }) => withoutStops(name))
  const told = names.slice(0, NAMES_TOLD)
  const rest = names.length - told.length
  if (rest > 0) return `${told.join(', ')} and ${rest} more`
  return told.length < 2 ? told.join('') : `${told.slice(0, -1).join(', ')} and ${told.at(-1)}`
}

/** `POWER CO.` and `ST. JOHNS` would end the one sentence there is. */
function withoutStops(name: string): string {
  return name.replace(/[.!?](?=\s|$)/g, '')
}

/** A code that no list has stands as it is. */
function formatDrinkingWater(data: UtilitiesData): string | null {
  const { drinking_water: words, drinking_water_as_recorded: code } = data
  return words === code ? words : wordsOf(words)
}

/** `Known Central Sewer` in the middle of a sentence; where two contradict, both. */
function wordsOf(words: string | null): string | null {
  return words && withoutStops(words).toLowerCase().replaceAll('; ', ' against ')
}
