import type { Table } from '../packs/table.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { addresses } from './addresses/layer.ts'
import { boundaries } from './boundaries/layer.ts'
import { codeBasis } from './code_basis/layer.ts'
import { elevation } from './elevation/layer.ts'
import { flood } from './flood/layer.ts'
import type { Layer } from './layer.ts'
import { market } from './market/layer.ts'
import { parcel } from './parcel/layer.ts'
import { permits } from './permits/layer.ts'
import { soils } from './soils/layer.ts'
import { structures } from './structures/layer.ts'
import { tax } from './tax/layer.ts'
import { utilities } from './utilities/layer.ts'
import { weather } from './weather/layer.ts'
import { wetlands } from './wetlands/layer.ts'
import { zoning } from './zoning/layer.ts'

/**
 * Every layer, in dossier order. Those with tables are a pair `layers/<id>` and `pipelines/<id>`.
 */
export const LAYERS: Layer[] = [
  parcel,
  flood,
  wetlands,
  structures,
  soils,
  codeBasis,
  weather,
  elevation,
  boundaries,
  market,
  tax,
  zoning,
  permits,
  utilities,
  addresses,
]

/** All sections in the contract's order. */
export const SECTION_NAMES: string[] = LAYERS.filter(({ section }) => section !== 'none').map(
  ({ id }) => id,
)

/** Every live upstream of every layer. */
export const UPSTREAMS: Upstream[] = LAYERS.flatMap(({ upstreams = [] }) => upstreams)

/** Every table of every layer. */
export const TABLES: Table[] = LAYERS.flatMap((layer) => layer.tables)

/** Gets a table of any layer by its name; throws for an unknown one. */
export function getTable(name: string): Table {
  const table = TABLES.find((candidate) => candidate.name === name)
  if (!table) throw new Error(`no layer declares a table ${name}`)
  return table
}
