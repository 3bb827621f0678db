import { z } from 'zod'
import type { Polygons } from '../geometry/polygons.ts'
import { declareCoverage, readCoverage } from './coverage.ts'
import { LayerFile } from './partition.ts'
import type { DeclaredCoverage, PartitionContext } from './pipeline.ts'
import { difference, union } from './stages/repair.ts'

/**
 * Land that several layers declare: an authority zones a county without its towns, or a town with
 * the land beyond its limits that it plans for.
 */
export const DeclaredArea = z.strictObject({
  of: z.array(LayerFile).min(1),
  except: z.array(LayerFile).default([]),
})
export type DeclaredArea = z.infer<typeof DeclaredArea>

/** One layer, or several together. */
export const LayerOrArea = z.union([LayerFile, DeclaredArea])
export type LayerOrArea = z.infer<typeof LayerOrArea>

/** A declared coverage. */
export async function declareArea(
  area: LayerOrArea | null,
  context: PartitionContext,
): Promise<Omit<DeclaredCoverage, 'note'>> {
  if (area === null || !('of' in area)) return await declareCoverage(area, context)
  return { ...(await readDeclaredArea(area, context)), outside: 'nothing', evidence: null }
}

/** Reads a declared area and describes its sources. */
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
  const from = of.map(describeFile).join(' and ')
  if (except.length === 0) return { polygons: covered, from }
  const polygons = difference(covered, union(await read(except)))
  return { polygons, from: `${from}, without ${except.map(describeFile).join(' and ')}` }
}

function describeFile({ asset, member, where }: LayerFile): string {
  return `${asset}, ${member}${where ? ` where ${where}` : ''}`
}
