import type { CountyScore, SectionScore, StatusCounts } from '../../coverage/scorecard-shape.ts'
import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import { formatMargin, type Sampled } from './margins.ts'

export const STATUS_ORDER = ['available', 'empty', 'not_covered', 'not_available'] as const
/** Statuses by which a section states what is known at a point. */
const ANSWERED = ['available', 'empty'] as const

/** Formats a percentage, with one decimal below 10. Only none is 0 %, and only all is 100 %. */
export function formatPct(pct: number): string {
  if (pct === 0 || pct === 100) return `${pct} %`
  if (pct < 0.1) return '<0.1 %'
  if (pct > 99) return '>99 %'
  return `${pct < 9.95 ? pct.toFixed(1) : Math.round(pct)} %`
}

/** Explains why an area has no share of land. */
export function describeMissingShare(note: CountyScore['note']): string {
  if (note === 'of no one county') return 'Not in one county, so there is no share of land.'
  return note === 'no probes'
    ? 'No probes.'
    : 'No county line in this build, so there is no share of land.'
}

/** A share with its margin: "62 % ± 3". */
export interface ShownShare {
  share: string
  margin: string | null
}

/** The share of a county's land with one of some statuses; null where no point of it was probed. */
export function landShare(
  { statuses }: Pick<CountyScore, 'statuses'>,
  counted: readonly (typeof STATUS_ORDER)[number][] = ANSWERED,
): ShownShare | null {
  const looked = statuses ? totalOf(statuses) : 0
  if (!statuses || looked === 0) return null
  const hits = counted.reduce((sum, status) => sum + statuses[status], 0)
  return shownShare({ hits, looked, of: null }, (100 * hits) / looked)
}

/** The share of the parcels that the build has of a county; null where none were probed. */
export function parcelShare(
  { parcels }: Pick<CountyScore, 'parcels'>,
  part: 'known_pct' | 'available_pct' = 'known_pct',
): ShownShare | null {
  if (!parcels || parcels.probes === 0) return null
  const { probes: looked, in_build: of } = parcels
  return shownShare({ hits: Math.round((parcels[part] * looked) / 100), looked, of }, parcels[part])
}

function shownShare(sampled: Sampled, pct: number): ShownShare {
  return { share: formatPct(pct), margin: formatMargin(sampled) }
}

/** Formats a share with its margin in one text. */
export function formatShown({ share, margin }: ShownShare): string {
  return margin ? `${share} ${margin}` : share
}

/**
 * Explains exactly what the shares of counties are of. Numbers of parcels are named where all are
 * of one county.
 */
export function describeShares(counties: readonly CountyScore[]): string[] {
  const points = Math.max(0, ...counties.map(({ land }) => land?.probes ?? 0))
  const parcels = counties.flatMap((each) => (each.parcels ? [each.parcels] : []))
  const numbers = new Set(parcels.map(({ in_build }) => in_build))
  const [only] = numbers.size === 1 ? parcels : []
  const lines = ['Answered: the section has data, or looked and found nothing.']
  if (points > 0)
    lines.push(
      `Land: of ${formatCount(points)} points spread evenly over the county's area, waters included.`,
    )
  if (only)
    lines.push(
      only.probes < only.in_build
        ? `Parcels: of ${formatCount(only.probes)} of the ${formatCount(only.in_build)} parcels in this build; the county may have more.`
        : `Parcels: of the ${formatCount(only.in_build)} parcels in this build; the county may have more.`,
    )
  else if (parcels.length > 0)
    lines.push('Parcels: of those that this build has; a county may have more.')
  lines.push('±: chance puts a share off by this at most, 19 times in 20.')
  return lines
}

export function formatCount(number: number): string {
  return number.toLocaleString('en-US')
}

export function totalOf(counts: StatusCounts): number {
  return STATUS_ORDER.reduce((sum, status) => sum + counts[status], 0)
}

/** A county that a person can choose. */
export interface CountyChoice {
  fips: string
  name: string
}

export function countyChoices(sections: readonly SectionScore[]): CountyChoice[] {
  const found = new Map<string, string>()
  for (const { counties } of sections)
    for (const { fips, name, state } of counties)
      if (fips) found.set(fips, [name ?? fips, state].filter(Boolean).join(', '))
  return [...found]
    .map(([fips, name]) => ({ fips, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.fips.localeCompare(b.fips))
}

/** The county of a dossier, from its boundaries or its parcel. */
export function countyOf(dossier: LocationDossier | null): CountyChoice | null {
  for (const name of ['boundaries', 'parcel']) {
    const section = dossier?.layers[name] as { data?: { county?: unknown } } | undefined
    const county = section?.data?.county as { fips?: string | null; name?: string | null } | null
    if (county?.fips) return { fips: county.fips, name: county.name ?? county.fips }
  }
  return null
}

/** The name of one area of a section. */
export function areaName({ name, state, fips }: CountyScore): string {
  if (name === null) return fips ?? 'An area without a name'
  const shown = name.charAt(0).toUpperCase() + name.slice(1)
  return state && !name.includes(`, ${state}`) ? `${shown}, ${state}` : shown
}
