import type { SectionDefinition } from '../layer.ts'
import type { Coverage, Location, SectionRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { mainFirst, provenance } from '../source-of.ts'
import { type Choice, chooseObservations, NEAR_M, type Seen } from './choice.ts'
import { columns } from './columns.ts'
import { MarketData, OBSERVATIONS_LISTED } from './data.ts'
import { summarise } from './summary.ts'
import { OBSERVED } from './tables.ts'

export const section: SectionDefinition = {
  name: 'Market',
  category: 'property',
  data: MarketData,
  reads: [
    {
      table: 'market_observations',
      onParcel: false,
      keyed: { column: 'parcel_key', of: 'parcel' },
    },
    { table: 'market_points', onParcel: true, near: { radius_m: NEAR_M } },
  ],
  answer,
  columns,
}

function answer(location: Location, rows: SectionRows): Answer<MarketData> {
  const { market_observations: byParcel, market_points: points } = rows
  const choice = chooseObservations(location, rows)
  const isCovered = byParcel.coverage.length > 0 || points.coverage.length > 0
  if (choice.seen.length === 0 && !isCovered)
    return {
      status: 'not_covered',
      summary: 'No listing provider of this build covers this location.',
      data: null,
      reason:
        byParcel.inBuild || points.inBuild
          ? 'The location lies outside every area that a listing provider of this build covers.'
          : 'This build has no market table: observations come from a licensed listing provider.',
      hint: 'Look at a listing service.',
      operator_hint: "Build a provider's file of observations: see pipelines/market/README.md.",
    }
  return {
    status: 'available',
    summary: summarise(choice),
    data: dataOf(choice),
    ...provenance(contributingPartitions(choice, rows), notesOf(choice).join(' ')),
  }
}

function dataOf({ seen, sharedBy, distance_m }: Choice): MarketData {
  const [latest] = seen
  return {
    has_observations: latest !== undefined,
    observation: latest ? observationOf(latest) : null,
    matched_by: latest?.matched_by ?? null,
    shared_by_parcels: sharedBy,
    distance_m: distance_m === null ? null : Math.round(distance_m * 10) / 10,
    observation_count: seen.length,
    observations: seen.slice(0, OBSERVATIONS_LISTED).map(({ row, age_days }) => ({
      as_of: row.as_of as string,
      age_days,
      home_status: row.home_status as string | null,
      estimated_value: row.estimated_value as number | null,
      last_sold_price: row.last_sold_price as number | null,
    })),
  }
}

function observationOf({ row, age_days }: Seen): MarketData['observation'] {
  const values = Object.keys(OBSERVED).map((name) => [name, row[name] ?? null])
  return { ...Object.fromEntries(values), age_days }
}

/** The partition of the latest observation first, then all that are reported or cover the point. */
function contributingPartitions({ seen }: Choice, rows: SectionRows): Coverage[] {
  const { market_observations: byParcel, market_points: points } = rows
  const covering = [...byParcel.coverage, ...points.coverage]
  const reported = new Set(seen.map(({ row }) => row.partition))
  // A point near a parcel may be left out: its partition does not contribute by that.
  const all = [...byParcel.contributed, ...points.contributed].filter(
    (each) => reported.has(each.partition) || covering.includes(each),
  )
  return mainFirst(all, seen[0]?.row.partition)
}

function notesOf({ seen, sharedBy, leftOut, distance_m }: Choice): string[] {
  const [latest] = seen
  if (!latest) return []
  const notes = ["Estimates are a provider's own and automated, not appraisals."]
  if (sharedBy !== null)
    notes.push(
      `${sharedBy} parcels share this location and a point cannot tell them apart: what was seen may be of any of them.`,
    )
  else if (latest.matched_by === 'point_in_parcel')
    notes.push('The observation names no parcel: its point lies inside this one.')
  const leftOutAre = `${leftOut} ${leftOut === 1 ? 'is' : 'are'} left out`
  if (distance_m !== null) {
    const others = leftOut > 0 ? `, of other places ${leftOutAre}` : ''
    notes.push(`No parcel is known here: the nearest point within ${NEAR_M} m answers${others}.`)
  } else if (leftOut > 0)
    notes.push(`By point ${leftOutAre}, as several parcels share this location.`)
  const homes = new Set(seen.flatMap(({ row }) => row.zpid ?? [])).size
  if (homes > 1) notes.push(`By the ids of the provider they are of ${homes} homes.`)
  const undated = seen.filter(({ age_days }) => age_days === null).length
  if (undated > 0)
    notes.push(
      `${undated} ${undated === 1 ? 'is' : 'are'} dated after our copy was taken, and so without an age.`,
    )
  return notes
}
