import type { Section, STATUSES } from '../layers/section.ts'
import { PROBE_KINDS, type ProbeKind } from './probes.ts'
import type { CountyScore, Share, StatusCounts } from './scorecard-shape.ts'

/** Statuses, fields and sources of one section in one county, counted probe by probe. */
export class Tally {
  private readonly counts = new Map<ProbeKind | 'parcel', StatusCounts>()
  private readonly filled = new Map<string, number>()
  private readonly sources = new Map<string, CountyScore['sources'][number]>()

  add(kind: ProbeKind | 'parcel', section: Section): void {
    const counts = this.counts.get(kind) ?? noStatuses()
    this.counts.set(kind, counts)
    counts[section.status]++
    if (section.status === 'available')
      for (const [field, value] of Object.entries(section.data as Record<string, unknown>))
        this.filled.set(field, (this.filled.get(field) ?? 0) + (value === null ? 0 : 1))
    const { source } = section
    if (!source) return
    const vintage = source.vintage ?? null
    const key = JSON.stringify([source.name, vintage])
    const known = this.sources.get(key) ?? { name: source.name, vintage, answers: 0 }
    known.answers++
    this.sources.set(key, known)
  }

  /** True when at least one probe was counted. */
  get isProbed(): boolean {
    return this.counts.size > 0
  }

  /** Null without a probe of the kind: nothing was counted, which is not zero. */
  statuses(kind: ProbeKind | 'parcel'): StatusCounts | null {
    return this.counts.get(kind) ?? null
  }

  /** Shares of the probes of a kind; null without any. */
  share(kind: ProbeKind | 'parcel'): Share | null {
    const counts = this.statuses(kind)
    return counts && shareOf(counts)
  }

  byProbe(): CountyScore['by_probe'] {
    const entries = PROBE_KINDS.map((kind) => [kind, this.statuses(kind)])
    return Object.fromEntries(entries) as CountyScore['by_probe']
  }

  /** Per field, the share of available answers in which it is not null. */
  fill(): CountyScore['fill'] {
    const available = [...this.counts.values()].reduce((sum, each) => sum + each.available, 0)
    const fill = [...this.filled].map(([field, number]) => [
      field,
      Number((number / available).toFixed(4)),
    ])
    return Object.fromEntries(fill)
  }

  /** The most frequent first. */
  mainSources(): CountyScore['sources'] {
    return [...this.sources.values()].sort((a, b) => b.answers - a.answers)
  }
}

/** Sum of counts; null without counts. */
export function sumOf(all: readonly (StatusCounts | null)[]): StatusCounts | null {
  const counted = all.filter((each) => each !== null)
  if (counted.length === 0) return null
  const sum = noStatuses()
  for (const counts of counted)
    for (const status of Object.keys(sum) as (typeof STATUSES)[number][])
      sum[status] += counts[status]
  return sum
}

function shareOf({ available, empty, not_covered, not_available }: StatusCounts): Share {
  const probes = available + empty + not_covered + not_available
  const pct = (count: number) => Number(((100 * count) / probes).toFixed(2))
  return { probes, available_pct: pct(available), known_pct: pct(available + empty) }
}

function noStatuses(): StatusCounts {
  return { available: 0, empty: 0, not_covered: 0, not_available: 0 }
}
