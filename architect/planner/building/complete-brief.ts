import { readBuildingBrief } from '../language/read-building-brief.ts'
import { tokensOf } from '../language/tokens.ts'
import type { Workbench } from '../workbench.ts'

/** A home that is requested without any room or size: `I need a house`, `House please`. */
const BARE =
  /^\W*(?:(?:hi|hello|hey|please|can you|could you|i|we|i'd|we'd|would|need|want|like|love|build|make|design|plan|draw|create|lay out|me|us|to|have)[\s,]+)*(?:an?|the|one|new|nice|small|big|large|modern|simple|my|our|[\s,])*(?:house|home|bungalow|cottage|villa|flat|apartment)\W*(?:please|pls|plz|thanks|thank you|for (?:me|us)|now|[\s.,!])*$/i
/** Longer texts state more than a home. */
const CHARACTERS_MAX = 120
const BEDROOMS = ['One', 'Two', 'Three', 'Four', 'Five']

/** The brief with the number of bedrooms, where it states nothing but a home. Throws `Unclear`. */
export function completeBrief(bench: Workbench, text: string): string {
  if (text.length > CHARACTERS_MAX) return text
  const { rooms, area, footprint } = readBuildingBrief(tokensOf(text))
  if (!BARE.test(text) || rooms.length > 0 || area !== null || footprint !== null) return text
  const bedrooms = bench.choose(
    'How many bedrooms is it to have? A kitchen, a living room and a bathroom are added.',
    BEDROOMS.map((count, at) => [`${count} bedroom${at === 0 ? '' : 's'}`, count] as const),
  )
  return `${text.replace(/[\s.,!?]+$/, '')} with ${bedrooms.toLowerCase()} bedrooms`
}
