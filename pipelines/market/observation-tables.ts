import { hilbertOf } from '../../geometry/hilbert.ts'
import type { Box } from '../../geometry/polygons.ts'
import { marketObservations, marketPoints } from '../../layers/market/tables.ts'
import { columnsOf, type Table } from '../../packs/table.ts'
import { RowError } from '../../values/row-error.ts'
import { parcelKeyMaker } from '../parcel-key.ts'
import type { PartitionContext } from '../pipeline.ts'
import { StagingTable } from '../stages/load.ts'
import type { StagedRow } from '../stages/staged-row.ts'
import { type WrittenTable, writeKeyed } from '../stages/table.ts'
import { Tally } from '../stages/tally.ts'
import type { ObservationReader } from './observation-values.ts'
import type { ProviderRecord } from './provider-record.ts'

export interface ObservationsOf {
  reader: ObservationReader
  /** County of the partition; null where the rows name theirs. */
  fips: string | null
  /** Day on which the copy of the file was taken, ISO; null when unknown. */
  copiedOn: string | null
}

/**
 * Makes both tables of a provider's records in one reading. A record that names a parcel is of
 * `market_observations`, whether it has coordinates or not; one with coordinates alone is of
 * `market_points`; one with neither is refused. Cases of the whole file are counted in `tally`,
 * which goes to the larger table. A table that would have no row is not made.
 */
export async function writeObservations(
  batches: AsyncIterable<ProviderRecord[]>,
  { reader, fips, copiedOn }: ObservationsOf,
  tally: Tally,
  context: PartitionContext,
): Promise<WrittenTable[]> {
  const byParcel = await Making.of(marketObservations, context)
  const byPoint = await Making.of(marketPoints, context)
  const keyOf = parcelKeyMaker(context.secret)

  const placeIt = (record: ProviderRecord): void => {
    const own = reader.countyFips(record, tally)
    if (fips !== null && own !== null && own !== fips) {
      tally.add('market.other_county')
      return
    }
    const county = fips ?? own
    const parcelId = reader.parcelId(record, tally)
    if (parcelId !== null) {
      if (county === null) throw new RowError('market.no_county', 'a parcel id, and no county')
      const parcel_key = keyOf(`${county}|${parcelId}`)
      const values = reader.values(record, parcelId, byParcel.tally)
      byParcel.add({ ...values, parcel_key, county_fips: county }, parcel_key)
      return
    }
    const point = reader.point(record, tally)
    if (point === null) throw new RowError('market.no_place', 'neither a parcel id nor coordinates')
    const values = reader.values(record, null, byPoint.tally)
    const bounds: Box = [...point, ...point]
    byPoint.add(values, point.join(), { point, bounds, area_m2: 0, hilbert: hilbertOf(bounds) })
  }

  const step = context.progress.step('read observations', { unit: 'rows' })
  for await (const records of batches) {
    for (const record of records) {
      try {
        placeIt(record)
      } catch (error) {
        if (!(error instanceof RowError)) throw error
        tally.reject(error.stat, `line ${record.line}: ${error.message}`)
      }
    }
    for (const table of [byParcel, byPoint]) table.load(copiedOn)
    step.advance(records.length)
  }
  step.done()
  const larger = byPoint.rows > byParcel.rows ? byPoint : byParcel
  larger.tally.merge(tally)
  const made = [byParcel, byPoint].filter((table) => table.rows > 0 || table === larger)
  const written: WrittenTable[] = []
  for (const table of made) written.push(await table.finish())
  for (const table of [byParcel, byPoint]) if (!made.includes(table)) await table.drop()
  return written
}

type Values = Record<string, string | number | boolean | null>
type Place = Pick<
  Extract<StagedRow, { point: unknown }>,
  'point' | 'bounds' | 'area_m2' | 'hilbert'
>

/** One of the tables while it is made. */
class Making {
  readonly tally = new Tally()
  private readonly table: Table
  private readonly staged: StagingTable
  private readonly context: PartitionContext
  private pending: StagedRow[] = []

  private constructor(table: Table, staged: StagingTable, context: PartitionContext) {
    this.table = table
    this.staged = staged
    this.context = context
  }

  static async of(table: Table, context: PartitionContext): Promise<Making> {
    const staged = await StagingTable.create(context.staging, table.name, columnsOf(table))
    return new Making(table, staged, context)
  }

  get rows(): number {
    return this.staged.rows
  }

  /** Adds a row. `place` and its time are its key where the provider gives it no id. */
  add(values: Values, place: string, point?: Place): void {
    const id = `${values.observation_id ?? place}:${values.as_of}`
    const own = { ...values, [this.table.key]: id, partition: this.context.partition }
    this.pending.push(point ? { values: own, ...point } : { values: own, polygons: null })
  }

  load(copiedOn: string | null): void {
    const isLater = ({ values }: StagedRow) => `${values.as_of}`.slice(0, 10) > `${copiedOn}`
    if (copiedOn !== null)
      this.tally.add('market.as_of_after_copy', this.pending.filter(isLater).length)
    this.staged.add(this.pending)
    this.pending = []
  }

  async finish(): Promise<WrittenTable> {
    this.staged.finish()
    return await writeKeyed(this.table, this.tally, this.context)
  }

  async drop(): Promise<void> {
    this.staged.finish()
    await this.context.staging.run(`DROP TABLE ${this.table.name}`)
  }
}
