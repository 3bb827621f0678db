import type { Polygons } from '../geometry/polygons.ts'
import { StepError } from '../terminal/step-error.ts'
import type { LayerFile } from './partition.ts'
import type { DeclaredCoverage, PartitionContext } from './pipeline.ts'
import { convertFeatures } from './stages/convert.ts'
import { readableFile } from './stages/parquet-file.ts'
import { openFeatures, type ReadRequest } from './stages/read.ts'
import { union } from './stages/repair.ts'
import { Tally } from './stages/tally.ts'
import { findMember } from './stages/unpack-member.ts'

/**
 * Fetches an asset of the partition and finds the member in it. Returns the path of a file that
 * GDAL reads, made from it where it is Parquet. Throws `StepError` for a file that is a part of an
 * answer.
 */
export async function memberFile(
  { asset, member, crs }: { asset: string; member: string; crs?: string },
  context: Pick<PartitionContext, 'asset' | 'checkWhole'>,
): Promise<string> {
  const file = await findMember(await context.asset(asset), member, asset, { crs })
  await context.checkWhole(asset, file)
  return await readableFile(file)
}

/** Opens a layer of a partition's assets. */
export async function openLayerFile(
  file: LayerFile,
  columns: Pick<ReadRequest, 'columns' | 'optionalColumns'>,
  context: PartitionContext,
) {
  const path = await memberFile(file, context)
  return openFeatures({
    file: path,
    layer: file.layer,
    where: file.where,
    crs: file.crs,
    progress: context.progress,
    ...columns,
  })
}

/** The union of all polygons of a layer that declares what a partition covers. */
export async function readCoverage(
  file: LayerFile,
  context: PartitionContext,
): Promise<{ polygons: Polygons; operation: string }> {
  const reader = await openLayerFile(file, { columns: [] }, context)
  const tally = new Tally()
  const areas: Polygons[] = []
  for await (const rows of convertFeatures(reader.slices(), () => null, tally))
    areas.push(...rows.map(({ polygons }) => polygons))
  if (areas.length === 0)
    throw new StepError(
      'read the coverage',
      `${file.asset} ${file.member}`,
      `none of its polygons is usable: ${Object.keys(tally.rejects).join(', ')}`,
      'Name another layer that declares what the partition covers.',
    )
  return { polygons: union(areas), operation: reader.operation }
}

/** Coverage that a layer declares, or a coverage without polygons when the source states none. */
export async function declareCoverage(
  file: LayerFile | null,
  context: PartitionContext,
): Promise<Omit<DeclaredCoverage, 'note'>> {
  const blank = { outside: 'nothing' as const, evidence: null }
  if (!file) return { polygons: null, from: 'the source does not say what it covers', ...blank }
  const { polygons } = await readCoverage(file, context)
  return { polygons, from: `${file.asset}, ${file.member}`, ...blank }
}
