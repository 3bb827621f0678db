import { fromFile } from 'geotiff'
import { elevationRasters } from '../../layers/elevation/tables.ts'
import { parquetRows, runCrafted } from '../crafted-partition.ts'
import type { PartitionTable } from '../pipeline.ts'
import { ElevationPartition } from './partition-file.ts'
import { elevation } from './pipeline.ts'

/** A raster that the pipeline made, read by geotiff.js, which is not what wrote it. */
export interface ReadBack {
  made: PartitionTable
  row: Awaited<ReturnType<typeof parquetRows>>[number]
  columns: number
  rows: number
  /** Corner of the first cell, and the size of cells, degrees. */
  west: number
  north: number
  step: [number, number]
  heights: Float32Array
  isTiled: boolean
  overviews: number
  nodata: number | null
  isArea: boolean
}

type Definition = Partial<Parameters<typeof ElevationPartition.parse>[0] & object>

/** A partition of all GeoTIFFs of an asset called `files`, in metres above NAVD88, with changes. */
export function definitionOf(changes: Definition = {}): ElevationPartition {
  return ElevationPartition.parse({
    lock: 'fixture',
    area: 'nowhere',
    files: [{ asset: 'files', member: '*.tif' }],
    model: 'bare_earth',
    vertical_datum: { name: 'NAVD88', evidence: 'so the fixture says' },
    unit: { is: 'metre', evidence: 'so the fixture says' },
    resolution_m: 10,
    note: 'Fictional heights.',
    ...changes,
  })
}

/** Runs the pipeline over a folder of files, for tests. */
export async function makeAndRead(
  folder: string,
  files: string,
  changes: Definition = {},
  partition = 'crafted',
): Promise<ReadBack> {
  const definition = definitionOf(changes)
  const tables = await runCrafted(elevation, definition, {
    folder,
    partition,
    assets: { files },
  })
  const made = tables.get(elevationRasters.name)!
  const [row] = await parquetRows(elevationRasters, made.file)
  return { made, row, ...(await readBack(made.rasters![0].file)) }
}

async function readBack(file: string): Promise<Omit<ReadBack, 'made' | 'row'>> {
  const tiff = await fromFile(file)
  const image = await tiff.getImage()
  const [columns, rows] = [image.getWidth(), image.getHeight()]
  const heights = (await image.readRasters({ interleave: true })) as unknown as Float32Array
  const [west, north] = image.getOrigin()
  const [dx, dy] = image.getResolution()
  const overviews = (await tiff.getImageCount()) - 1
  const isArea = image.getGeoKeys()?.GTRasterTypeGeoKey === 1
  const nodata = image.getGDALNoData()
  const isTiled = image.isTiled
  await tiff.close()
  return {
    columns,
    rows,
    west,
    north,
    step: [dx, -dy],
    heights,
    isTiled,
    overviews,
    nodata,
    isArea,
  }
}
