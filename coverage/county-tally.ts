import type { Dossier, Packs } from '../dossier/dossier.ts'
import { areaM2 } from '../geometry/geodesic-area.ts'
import { toGridPoint } from '../geometry/grid-point.ts'
import { coveringTables, type Layer } from '../layers/layer.ts'
import { coversSection, isDeclared } from '../lookup/covered-areas.ts'
import { partitionsOf } from '../lookup/partitions.ts'
import type { Pack } from '../packs/pack-reader.ts'
import type { County } from './counties.ts'
import type { CountyGround, CountyProbe } from './county-probes.ts'
import { readsParcels } from './parcel-rows.ts'
import type { Probe, ProbeKind } from './probes.ts'
import type { CountyScore } from './scorecard-shape.ts'
import { Tally } from './tally.ts'

/**
 * True for a kind of probe that lies in its county, so that partitions that cover it cover the
 * county.
 */
const IS_IN_COUNTY: Record<ProbeKind, boolean> = { anywhere: true, inside: true, border: false }

/** Answers of all sections at the probes of one county. */
export class CountyTally {
  private readonly packs: Packs
  private readonly county: County
  private readonly county_line: CountyScore['county_line']
  private readonly parcelsInBuild: number
  private readonly tallies = new Map<string, Tally>()
  /** Rows of the coverage table that cover land of the county. */
  private readonly coverageRows: Set<number>

  constructor(packs: Packs, county: County, { line, parcelRows }: CountyGround) {
    this.packs = packs
    this.county = county
    this.county_line = line && {
      vintage: line.vintage,
      scale_denominator: line.scale_denominator,
      area_km2: Number((areaM2(line.polygons()) / 1e6).toFixed(2)),
    }
    this.parcelsInBuild = parcelRows.length
    const coverage = packs.get('coverage')!
    this.coverageRows = new Set(county.rows.filter((row) => isDeclared(coverage, row)))
  }

  add(probe: CountyProbe, { layers }: Dossier): void {
    for (const [id, section] of Object.entries(layers)) this.tallyOf(id).add(probe.kind, section)
    if (probe.kind !== 'parcel' && IS_IN_COUNTY[probe.kind]) this.addCoverage(probe)
  }

  /**
   * Adds the partitions that cover the probe: a list of the nation names no county and covers each.
   */
  private addCoverage(probe: Probe): void {
    const rows = this.packs.get('coverage')!.rowsAt(...toGridPoint(probe))
    for (const row of rows) this.coverageRows.add(row)
  }

  score(layer: Layer): CountyScore {
    const { county, county_line, parcelsInBuild } = this
    const tally = this.tallyOf(layer.id)
    const onParcels = readsParcels(layer) ? tally.share('parcel') : null
    return {
      name: county.name,
      fips: county.fips,
      state: county.state,
      covers: this.areasOf(layer),
      county_line,
      land: tally.share('anywhere'),
      parcels: onParcels && { ...onParcels, in_build: parcelsInBuild },
      note: this.noteOf(tally),
      statuses: tally.statuses('anywhere'),
      by_probe: tally.byProbe(),
      fill: tally.fill(),
      sources: tally.mainSources(),
    }
  }

  private tallyOf(layer: string): Tally {
    const known = this.tallies.get(layer) ?? new Tally()
    this.tallies.set(layer, known)
    return known
  }

  private areasOf(layer: Layer): string[] {
    const coverage = this.packs.get('coverage')!
    const { byRow } = partitionsOf(coverage)
    const own = sectionRows(coverage, layer, [...this.coverageRows])
    return [...new Set(own.map((row) => byRow[row].area_name))].sort()
  }

  private noteOf(tally: Tally): CountyScore['note'] {
    if (tally.statuses('anywhere')) return null
    if (!tally.isProbed) return 'no probes'
    return this.county.fips === null ? 'of no one county' : 'no county line in this build'
  }
}

/** Those of some rows of the coverage table whose partitions a section answers from. */
export function sectionRows(coverage: Pack, layer: Layer, rows: readonly number[]): number[] {
  const tables = coveringTables(layer)
  const { byRow } = partitionsOf(coverage)
  return rows.filter((row) => tables.includes(byRow[row].table) && coversSection(layer, byRow[row]))
}
