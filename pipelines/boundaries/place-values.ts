import type { PackValue } from '../../packs/pack-format.ts'
import type { Tally } from '../stages/tally.ts'
import { codeOf, named, stateOf } from './row-codes.ts'

export type Values = Record<string, PackValue>
/** A row's values out of its fields as texts; what is dirty is counted, or thrown as `RowError`. */
export type ToValues = (read: (field: string) => string | null, tally: Tally) => Values

/**
 * The census's codes of legal and statistical areas that we know by their word. LSAD has some
 * seventy: the others stay null, and the whole name tells them.
 */
const KINDS: Readonly<Record<string, string>> = {
  '21': 'borough',
  '25': 'city',
  '43': 'town',
  '47': 'village',
  '57': 'CDP',
}

/** `City of Bangor`: how a town calls itself. */
const OWN_NAME = /^(city|town|village|borough) of (\S.*)$/i

/** Reads places; `ofCounty` is the state of the partition's county, for a file that names none. */
export function placeReader(ofCounty: string | null): ToValues {
  return (read, tally) => {
    const whole_name = read('whole_name')
    const [, kind, own] = OWN_NAME.exec(whole_name ?? '') ?? []
    const lsad = read('lsad')
    const geoid = read('geoid')
    const statefp = codeOf(read('statefp') ?? ofCounty, 2, 'boundaries.no_state_code')
    return {
      place_key: geoid,
      geoid: geoid === null ? null : codeOf(geoid, 7, 'boundaries.no_place_code'),
      name: named(read('name') ?? own ?? whole_name),
      whole_name,
      place_kind: lsad === null ? (kind?.toLowerCase() ?? null) : (KINDS[lsad] ?? null),
      state: stateOf(null, statefp, tally),
      statefp,
    }
  }
}
