import type { Packs } from '../dossier/dossier.ts'
import type { Layer } from '../layers/layer.ts'

/** Rows read between two calls of `pause`: a row takes 0.2 us. */
const ROWS_PER_PAUSE = 10_000

/**
 * The rows of the parcels of a build by the FIPS code of their county, in the order of the table,
 * which is that of a curve through the county.
 */
export async function parcelRowsOf(
  packs: Packs,
  pause: () => Promise<void>,
): Promise<Map<string, number[]>> {
  const pack = packs.get('parcels')
  const byCounty = new Map<string, number[]>()
  for (let row = 0; row < (pack?.rows ?? 0); row++) {
    if (row % ROWS_PER_PAUSE === 0) await pause()
    const fips = pack!.value(row, 'county_fips') as string
    const rows = byCounty.get(fips)
    if (rows) rows.push(row)
    else byCounty.set(fips, [row])
  }
  return byCounty
}

/** Yields `count` of the rows, spread evenly: a random one of each stretch of equal length. */
export function* spreadRows(
  rows: readonly number[],
  count: number,
  random: () => number,
): Generator<number> {
  const drawn = Math.min(rows.length, count)
  for (let i = 0; i < drawn; i++) yield rows[Math.floor(((i + random()) / drawn) * rows.length)]
}

/** True when a layer's section answers differently for a parcel than for a point. */
export function readsParcels({ section }: Layer): boolean {
  if (section === 'none') return false
  return section.reads.some(
    ({ table, onParcel, keyed }) => table === 'parcels' || onParcel || keyed?.of === 'parcel',
  )
}
