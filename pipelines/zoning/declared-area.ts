import { z } from 'zod'
import type { Polygons } from '../../layers/geometry/polygons.ts'
import { polygonsToWkb, wkbToPolygons } from '../../layers/geometry/wkb.ts'
import { readCoverage } from '../coverage.ts'
import { LayerFile } from '../partition.ts'
import type { PartitionContext } from '../pipeline.ts'
import { type Geometry, gdal } from '../stages/gdal.ts'
import { repair, union } from '../stages/repair.ts'
import { Tally } from '../stages/tally.ts'

/** The land that an authority zones: a county's is the county without its towns. */
export const DeclaredArea = z.strictObject({
  of: z.array(LayerFile).min(1),
  except: z.array(LayerFile).default([]),
})
export type DeclaredArea = z.infer<typeof DeclaredArea>

/** Reads it, and says it in words. */
export async function readDeclaredArea(
  { of, except }: DeclaredArea,
  context: PartitionContext,
): Promise<{ polygons: Polygons; from: string }> {
  const read = async (files: readonly LayerFile[]) => {
    const areas: Polygons[] = []
    for (const file of files) areas.push((await readCoverage(file, context)).polygons)
    return areas
  }
  const covered = union(await read(of))
  const from = of.map(wordsOf).join(' and ')
  if (except.length === 0) return { polygons: covered, from }
  const polygons = without(covered, union(await read(except)))
  return { polygons, from: `${from}, without ${except.map(wordsOf).join(' and ')}` }
}

function without(area: Polygons, other: Polygons): Polygons {
  const toGdal = (each: Polygons): Geometry =>
    gdal.Geometry.fromWKB(Buffer.from(polygonsToWkb(each)))
  const left = toGdal(area).difference(toGdal(other))
  // Snapping to the grid may fault it: nobody counts that, it is no publisher's fault.
  return repair(wkbToPolygons(left.toWKB('LSB')), new Tally())
}

function wordsOf({ asset, member, where }: LayerFile): string {
  return `${asset}, ${member}${where ? ` where ${where}` : ''}`
}
