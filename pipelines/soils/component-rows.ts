import type { DuckDBConnection } from '@duckdb/node-api'
import {
  DRAINAGE_CLASSES,
  HYDRIC_RATINGS,
  HYDROLOGIC_GROUPS,
} from '../../layers/soils/soil-codes.ts'
import { COMPONENT } from '../../layers/soils/ssurgo-columns.ts'
import type { Tally } from '../stages/tally.ts'
import { countUnreadable } from './map-unit-values.ts'

/** The staging table that `readMapUnitValues` loads components into. */
const STAGED = `ssurgo_${COMPONENT.table}`

/** Rows of `soil_components`, a SELECT over the loaded table. */
export function componentRows(partition: string): string {
  return `
    SELECT concat('${partition}:', cokey) AS soil_component_key, '${partition}' AS partition,
      mukey, cokey, compname AS component, compkind AS component_kind,
      TRY_CAST(comppct_r AS DOUBLE) AS component_pct,
      CASE majcompflag WHEN 'Yes' THEN true WHEN 'No' THEN false END AS is_major,
      TRY_CAST(slope_r AS DOUBLE) AS slope_pct, drainagecl AS drainage_class,
      hydgrp AS hydrologic_group, hydricrating AS hydric_rating, frostact AS frost_action,
      corcon AS concrete_corrosion, corsteel AS steel_corrosion
    FROM ${STAGED}`
}

/** Counts texts that no list has, which stay verbatim, and numbers that could not be read. */
export async function countComponents(staging: DuckDBConnection, tally: Tally): Promise<void> {
  await countUnreadable(staging, STAGED, ['comppct_r', 'slope_r'], tally)
  const lists: [string, string, readonly string[]][] = [
    ['drainagecl', 'soils.unknown_drainage_class', DRAINAGE_CLASSES],
    ['hydgrp', 'soils.unknown_hydrologic_group', HYDROLOGIC_GROUPS],
    ['hydricrating', 'soils.unknown_hydric_rating', HYDRIC_RATINGS],
  ]
  for (const [column, stat, known] of lists) {
    const list = known.map((value) => `'${value}'`).join(', ')
    const counted = await staging.runAndReadAll(
      `SELECT count(*)::INTEGER FROM ${STAGED} WHERE ${column} NOT IN (${list})`,
    )
    tally.add(stat, Number(counted.getRows()[0][0]))
  }
}
