import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { seededRandom } from '../sample/plan/random.ts'
import { type CraftedHeights, craftHeights } from './crafted-heights.ts'
import { makeAndRead, type ReadBack } from './made-raster.ts'

/** 1/3 arc-second. */
export const THIRD = 1 / 10_800

/** A hundred cells a side in the open Atlantic. */
export const SQUARE = { columns: 100, rows: 100, west: -72, north: 30, step: THIRD }

/** Heights of 200 by 200 cells between -20 and 80. */
export const NOISE = (() => {
  const random = seededRandom(5, 'heights')
  return Float32Array.from({ length: 200 * 200 }, () => random() * 100 - 20)
})()
export const noise = (column: number, row: number) => NOISE[row * 200 + column]

export type Changes = Parameters<typeof makeAndRead>[2]

/** Runs the pipeline over these files, in the order of their letters. */
export async function make(
  folder: string,
  files: CraftedHeights[],
  changes?: Changes,
  partition?: string,
): Promise<ReadBack> {
  const place = await mkdtemp(join(folder, 'files-'))
  for (const [i, file] of files.entries())
    craftHeights(join(place, `${String.fromCharCode(97 + i)}.tif`), file)
  return await makeAndRead(folder, place, changes, partition)
}

/** What it says where it takes none of them. */
export async function refusal(
  folder: string,
  files: CraftedHeights[],
  changes?: Changes,
): Promise<string> {
  const made = await make(folder, files, changes).catch((error: Error) => error)
  if (made instanceof Error) return made.message
  throw new Error('it was taken')
}

export const at = ({ heights, columns }: ReadBack, column: number, row: number) =>
  heights[row * columns + column]
