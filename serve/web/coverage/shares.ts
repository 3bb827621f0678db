import type { CountyScore, SectionScore, StatusCounts } from '../../../coverage/scorecard-shape.ts'
import type { LocationDossier } from '../../schemas/dossier.ts'

export const STATUS_ORDER = ['available', 'empty', 'not_covered', 'not_available'] as const

/** What share of its probes has a status, whole percent; a share that is not none is never 0. */
export function shareWords(counts: StatusCounts, status: (typeof STATUS_ORDER)[number]): string {
  const total = totalOf(counts)
  const count = counts[status]
  if (total === 0 || count === 0) return '0 %'
  const share = (100 * count) / total
  if (share < 1) return '<1 %'
  return count < total && share > 99 ? '>99 %' : `${Math.round(share)} %`
}

export function totalOf(counts: StatusCounts): number {
  return STATUS_ORDER.reduce((sum, status) => sum + counts[status], 0)
}

/** A county that can be chosen: those of all sections, by name. */
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

/** The county of a dossier, as its boundaries or its parcel tell it. */
export function countyOf(dossier: LocationDossier | null): CountyChoice | null {
  for (const name of ['boundaries', 'parcel']) {
    const section = dossier?.layers[name] as { data?: { county?: unknown } } | undefined
    const county = section?.data?.county as { fips?: string | null; name?: string | null } | null
    if (county?.fips) return { fips: county.fips, name: county.name ?? county.fips }
  }
  return null
}

/** How one area of a section is called. */
export function areaName({ name, state, fips }: CountyScore): string {
  if (name === null) return fips ?? 'An area without a name'
  const shown = name.charAt(0).toUpperCase() + name.slice(1)
  return state && !name.includes(`, ${state}`) ? `${shown}, ${state}` : shown
}
