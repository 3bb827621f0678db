import type { Packs } from '../dossier/dossier.ts'
import type { Polygons } from '../geometry/polygons.ts'
import { collect } from '../geometry/rings.ts'

/** The line of a county as the finest boundary file of a build draws it. */
export interface CountyLine {
  /** Edition of the file. */
  vintage: string
  /** Scale that the line was generalised for: 10,000,000 or 500,000; null for full detail. */
  scale_denominator: number | null
  /** Its ground, waters inside the line included. Decoded at each call. */
  polygons(): Polygons
}

/** The county lines of a build by FIPS code: none in a build without a table of counties. */
export function countyLinesOf(packs: Packs): Map<string, CountyLine> {
  const pack = packs.get('counties')
  const lines = new Map<string, CountyLine & { rows: number[]; partition: unknown }>()
  for (let row = 0; row < (pack?.rows ?? 0); row++) {
    const { geoid, partition, vintage, scale_denominator } = pack!.row(row)
    const line = {
      vintage: vintage as string,
      scale_denominator: scale_denominator as number | null,
      partition,
      rows: [row],
      polygons: () => collect(line.rows.map((each) => pack!.polygons(each))),
    }
    const known = lines.get(geoid as string)
    // A county on both sides of 180 degrees is a row on each.
    if (known?.partition === partition) known!.rows.push(row)
    else if (!known || scaleOf(line) < scaleOf(known)) lines.set(geoid as string, line)
  }
  return lines
}

/** Orders lines as the dossier chooses the county of a point: full detail is the finest. */
function scaleOf({ scale_denominator }: CountyLine): number {
  return scale_denominator ?? 0
}
