import type { Audit } from '../catalog/manifest.ts'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { makeSubject, overlapM2 } from '../geometry/overlap.ts'
import { boundsOf, type Polygons } from '../geometry/polygons.ts'
import { wkbToPolygons } from '../geometry/wkb.ts'
import type { AuditedPartition } from './audit.ts'

/**
 * Coverages of neighbours are coarse and overlap a little: more of the smaller one is one ground.
 */
const MAX_OVERLAP_SHARE = 0.1

/**
 * Gates against two partitions of one table and one publisher's product that cover the same ground:
 * two editions of it, or a county's cut and its state's. Every wetland, soil and building there
 * would be reported twice, so a build takes one of them. Tables without shapes are left out: their
 * rows are found by a key, and a section chooses among editions. Fictional sources are left out
 * too: all products of the sample county are of one.
 */
export function auditEditions(partitions: readonly AuditedPartition[]): Audit[] {
  const audits: Audit[] = []
  const groups = Map.groupBy(
    partitions.filter(
      ({ table, finished }) => table.geometry !== 'none' && !finished.source.is_fictional,
    ),
    ({ table, finished }) => `${table.name} ${finished.source.id}`,
  )
  for (const group of groups.values()) {
    if (group.length < 2) continue
    const covers = group.flatMap(({ partition, finished: { coverage } }) =>
      coverage.wkb === null
        ? []
        : [{ partition, area: wkbToPolygons(Buffer.from(coverage.wkb, 'hex')) }],
    )
    const twice = covers.flatMap((one, i) =>
      covers.slice(i + 1).flatMap((other) => {
        const share = sharedShare(one.area, other.area)
        return share > MAX_OVERLAP_SHARE
          ? [`${one.partition} and ${other.partition} by ${Math.round(share * 100)} %`]
          : []
      }),
    )
    audits.push({
      name: 'editions_overlap',
      table: group[0].table.name,
      passed: twice.length === 0,
      measured: twice.join('; ') || 0,
      limit: `${MAX_OVERLAP_SHARE * 100} % of the smaller coverage`,
    })
  }
  return audits
}

/** Share of the smaller of two areas that both cover. */
function sharedShare(one: Polygons, other: Polygons): number {
  const [west, south, east, north] = boundsOf(one)
  const [w, s, e, n] = boundsOf(other)
  if (w > east || e < west || s > north || n < south) return 0
  return overlapM2(makeSubject(one), other) / Math.min(areaM2(one), areaM2(other))
}
