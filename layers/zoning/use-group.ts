import { USE_GROUPS, type UseGroup } from '../use-group.ts'

/** Words of the names of districts, in English as authorities in the United States write it. */
const WORDS: Record<UseGroup, RegExp> = {
  residential: /residen|dwelling|famil|apartment|mobile home|manufactured hom|housing/,
  mixed_use: /mixed|planned|downtown|town cent|village|traditional neighb/,
  commercial: /commerc|business|retail|shopping|office|service|hotel|touris/,
  industrial: /industr|manufacturing|warehous/,
  agricultural: /agric|farm|forestry/,
  open_space: /park(?!ing)|open space|conserv|protection|recreation|preserv/,
  public: /public|govern|instituti|civic|school|hospital|airport/,
}

/** Codes of districts without a name, by the letters that most authorities use. */
const CODES: [RegExp, UseGroup][] = [
  [/^R[A-Z]{0,2}-?\d/, 'residential'],
  [/^[CB]-?\d/, 'commercial'],
  [/^I-?\d/, 'industrial'],
  [/^AG?-?\d/, 'agricultural'],
]

/**
 * Reads what a district is mainly for off its name, or off its code where it has no name; null
 * where neither shows it. The use that a name mentions first decides; homes with shops are mixed.
 */
export function useGroupOf(code: string, name: string | null): UseGroup | null {
  if (name === null) return CODES.find(([pattern]) => pattern.test(code))?.[1] ?? null
  const text = name.toLowerCase()
  const found = USE_GROUPS.map((group) => ({ group, at: text.search(WORDS[group]) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ group }) => group)
  const isMixed = found.includes('residential') && found.includes('commercial')
  return isMixed ? 'mixed_use' : (found[0] ?? null)
}
