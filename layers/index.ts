import { addresses } from './addresses/layer.ts'
import { boundaries } from './boundaries/layer.ts'
import { codeBasis } from './code_basis/layer.ts'
import { elevation } from './elevation/layer.ts'
import { flood } from './flood/layer.ts'
import type { Layer, PlannedLayer } from './layer.ts'
import { market } from './market/layer.ts'
import { parcel } from './parcel/layer.ts'
import { permits } from './permits/layer.ts'
import { PLANNED } from './planned.ts'
import { soils } from './soils/layer.ts'
import { structures } from './structures/layer.ts'
import type { Table } from './table.ts'
import { tax } from './tax/layer.ts'
import type { Upstream } from './upstream/upstream.ts'
import { utilities } from './utilities/layer.ts'
import { weather } from './weather/layer.ts'
import { wetlands } from './wetlands/layer.ts'
import { zoning } from './zoning/layer.ts'

/** Every layer, in dossier order. Those with tables are a pair `layers/<id>` and `pipelines/<id>`. */
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

/** All sections in the contract's order, the planned ones among those that answer. */
export const SECTION_NAMES: string[] = [
  'parcel',
  'flood',
  'wetlands',
  'structures',
  'soils',
  'code_basis',
  'weather',
  'elevation',
  'boundaries',
  'market',
  'tax',
  'zoning',
  'permits',
  'utilities',
]

export const PLANNED_LAYERS: PlannedLayer[] = PLANNED

/** Every live upstream of every layer. */
export const UPSTREAMS: Upstream[] = LAYERS.flatMap(({ upstreams = [] }) => upstreams)

/** Every table of every layer. */
export const TABLES: Table[] = LAYERS.flatMap((layer) => layer.tables)

export function tableNamed(name: string): Table {
  const table = TABLES.find((candidate) => candidate.name === name)
  if (!table) throw new Error(`no layer declares a table ${name}`)
  return table
}
