import type { DuckDBConnection } from '@duckdb/node-api'
import { type ComponentCounts, hydricClass } from '../../layers/soils/hydric-class.ts'
import {
  DRAINAGE_CLASSES,
  FLOODING_FREQUENCIES,
  HYDROLOGIC_GROUPS,
} from '../../layers/soils/soil-codes.ts'
import { COMPONENT, MAPUNIT, MUAGGATT } from '../../layers/soils/ssurgo-columns.ts'
import type { Tally } from '../stages/tally.ts'
import { loadTabular } from './ssurgo-tabular.ts'

/** Values of one map unit in the tables of a survey: columns of `soil_map_units`. */
export interface MapUnitValues {
  symbol: string | null
  map_unit: string | null
  map_unit_kind: string | null
  drainage_class: string | null
  wettest_drainage_class: string | null
  hydrologic_group: string | null
  hydric_pct: number | null
  hydric_pct_from: 'muaggatt' | 'component' | null
  hydric_class: string | null
  flooding_frequency: string | null
  ponding_pct: number | null
  water_table_depth_cm: number | null
  bedrock_depth_cm: number | null
  slope_pct: number | null
}

/** Percentages are whole numbers in these tables: rounding does not explain a larger difference. */
const PCT_TOLERANCE = 1

const COMPONENT_COLUMNS = [
  'comppct_r',
  'compname',
  'compkind',
  'majcompflag',
  'slope_r',
  'hydricrating',
  'drainagecl',
  'frostact',
  'hydgrp',
  'corcon',
  'corsteel',
  'mukey',
  'cokey',
]
const MUAGGATT_TEXTS = ['flodfreqdcd', 'drclassdcd', 'drclasswettest', 'hydgrpdcd', 'hydclprs']
const MUAGGATT_NUMBERS = ['slopegradwta', 'brockdepmin', 'wtdepannmin', 'pondfreqprs']

/** Loads the three tabular files and joins them to one record a map unit, by `mukey`. */
export async function readMapUnitValues(
  staging: DuckDBConnection,
  { folder, asset }: { folder: string; asset: string },
  tally: Tally,
): Promise<Map<string, MapUnitValues>> {
  const load = (table: typeof MAPUNIT, columns: string[]) =>
    loadTabular(staging, { folder, asset, table, columns })
  const mapunit = await load(MAPUNIT, ['mukey', 'musym', 'muname', 'mukind'])
  const muaggatt = await load(MUAGGATT, ['mukey', ...MUAGGATT_TEXTS, ...MUAGGATT_NUMBERS])
  const component = await load(COMPONENT, COMPONENT_COLUMNS)
  await countUnreadable(staging, muaggatt, MUAGGATT_NUMBERS, tally)
  const numbers = MUAGGATT_NUMBERS.map((name) => `TRY_CAST(${name} AS DOUBLE) AS ${name}`)
  const joined = await staging.runAndReadAll(`
    SELECT mukey, musym, muname, mukind, ${MUAGGATT_TEXTS.join(', ')}, ${numbers.join(', ')}, parts.*
    FROM ${mapunit} LEFT JOIN ${muaggatt} USING (mukey) LEFT JOIN (
      SELECT mukey AS of_mukey,
        sum(TRY_CAST(comppct_r AS DOUBLE)) FILTER (hydricrating = 'Yes') AS hydric_sum,
        count(*) FILTER (majcompflag = 'Yes')::INTEGER AS majors,
        count(*) FILTER (majcompflag = 'Yes' AND hydricrating = 'Yes')::INTEGER AS hydric_majors,
        count(*) FILTER (majcompflag IS DISTINCT FROM 'Yes')::INTEGER AS minors,
        count(*) FILTER (majcompflag IS DISTINCT FROM 'Yes' AND hydricrating = 'Yes')::INTEGER
          AS hydric_minors,
        count(*) FILTER (hydricrating IN ('Yes', 'No'))::INTEGER AS rated
      FROM ${component} GROUP BY mukey) AS parts ON of_mukey = mukey
    ORDER BY mukey`)
  const units = new Map<string, MapUnitValues>()
  for (const row of joined.getRowObjectsJS() as unknown as JoinedRow[])
    units.set(row.mukey, toValues(row, tally))
  return units
}

interface JoinedRow extends Record<string, string | number | null> {
  mukey: string
  hydric_sum: number | null
  rated: number | null
}

function toValues(row: JoinedRow, tally: Tally): MapUnitValues {
  const text = (name: string) => row[name] as string | null
  const number = (name: string) => row[name] as number | null
  /** Verbatim; a value outside of its list is counted for a person to decide. */
  const choice = (name: string, stat: string, known: readonly string[]) => {
    const value = text(name)
    if (value !== null && !known.includes(value)) tally.add(stat)
    return value
  }
  const counts = row.rated === null ? null : (row as unknown as ComponentCounts)
  const hydric = hydricPct(row, tally)
  return {
    symbol: text('musym'),
    map_unit: text('muname'),
    map_unit_kind: text('mukind'),
    drainage_class: choice('drclassdcd', 'soils.unknown_drainage_class', DRAINAGE_CLASSES),
    wettest_drainage_class: choice(
      'drclasswettest',
      'soils.unknown_drainage_class',
      DRAINAGE_CLASSES,
    ),
    hydrologic_group: choice('hydgrpdcd', 'soils.unknown_hydrologic_group', HYDROLOGIC_GROUPS),
    ...hydric,
    hydric_class: hydricClass(counts, hydric.hydric_pct),
    flooding_frequency: choice(
      'flodfreqdcd',
      'soils.unknown_flooding_frequency',
      FLOODING_FREQUENCIES,
    ),
    ponding_pct: number('pondfreqprs'),
    water_table_depth_cm: number('wtdepannmin'),
    bedrock_depth_cm: number('brockdepmin'),
    slope_pct: number('slopegradwta'),
  }
}

/**
 * The publisher's hydric percentage, which is the sum of the components rated hydric. When it is
 * missing, or in words as in editions before 2013 ("Partially hydric"), the components are summed.
 */
function hydricPct(row: JoinedRow, tally: Tally) {
  const published = row.hydclprs as string | null
  const own = published === null ? Number.NaN : Number(published)
  const isPercent = own >= 0 && own <= 100
  if (published !== null && !isPercent) tally.add('soils.hydric_pct_in_words')
  // No component rated hydric means 0 percent only if some was rated at all.
  const summed = row.rated ? (row.hydric_sum ?? 0) : null
  if (!isPercent) {
    const from = summed === null ? null : ('component' as const)
    return { hydric_pct: summed, hydric_pct_from: from }
  }
  if (summed !== null && Math.abs(summed - own) > PCT_TOLERANCE)
    tally.add('soils.hydric_pct_differs_from_components')
  return { hydric_pct: own, hydric_pct_from: 'muaggatt' as const }
}

/** Counts texts in place of numbers; their values are null. */
export async function countUnreadable(
  staging: DuckDBConnection,
  table: string,
  columns: readonly string[],
  tally: Tally,
): Promise<void> {
  for (const column of columns) {
    const counted = await staging.runAndReadAll(`
      SELECT count(*)::INTEGER, min(${column}) FROM ${table}
      WHERE ${column} IS NOT NULL AND TRY_CAST(${column} AS DOUBLE) IS NULL`)
    const [count, example] = counted.getRows()[0] as [number, string]
    if (count > 0)
      tally.reject(`soils.unreadable_${column}`, `${column} ${JSON.stringify(example)}`, count)
  }
}
