import type { CountyScore, SectionScore, StatusCounts } from '../../coverage/scorecard-shape.ts'
import type { LocationDossier } from '../../serve/schemas/dossier.ts'

export const STATUS_ORDER = ['available', 'empty', 'not_covered', 'not_available'] as const

/** Formats the share of probes with a status in percent. */
export function formatShare(counts: StatusCounts, status: (typeof STATUS_ORDER)[number]): string {
  return formatPct((100 * counts[status]) / totalOf(counts))
}

/** Formats a percentage, with one decimal below 10. Only none is 0 %, and only all is 100 %. */
function formatPct(pct: number): string {
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

/** Formats the share of the county's parcels that a section can answer, and their number. */
export function formatParcelShare({ parcels }: CountyScore): string | null {
  if (!parcels) return null
  const count = parcels.in_build.toLocaleString('en-US')
  return `${formatPct(parcels.known_pct)} of ${count} in the build`
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
