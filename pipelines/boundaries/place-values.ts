import type { PackValue } from '../../packs/pack-format.ts'
import type { Tally } from '../stages/tally.ts'
import { codeOf, requireName, stateOf } from './row-codes.ts'

export type Values = Record<string, PackValue>
/** Reads a row's values from its fields as texts; dirty ones are counted or throw `RowError`. */
export type ToValues = (read: (field: string) => string | null, tally: Tally) => Values

/**
 * Kinds of places by the census's code of legal and statistical areas. LSAD has some seventy: for
 * the others the kind stays null, and the whole name shows it.
 */
const KINDS: Readonly<Record<string, string>> = {
  '21': 'borough',
  '25': 'city',
  '43': 'town',
  '47': 'village',
  '57': 'CDP',
}

/** `City of Bangor`: a town's own form of its name. */
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
      name: requireName(read('name') ?? own ?? whole_name),
      whole_name,
      place_kind: lsad === null ? (kind?.toLowerCase() ?? null) : (KINDS[lsad] ?? null),
      state: stateOf(null, statefp, tally),
      statefp,
    }
  }
}
