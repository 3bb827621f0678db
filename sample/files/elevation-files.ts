import type { County } from '../county.ts'
import { gridHeights, type HeightGrid } from '../heights/height-grid.ts'
import { surfaceFeet } from '../heights/surface-heights.ts'
import { writeHeightTiff } from './geotiff-file.ts'
import type { ArchiveEntry } from './stored-zip.ts'

/** 1/3 and 1 arc-second. */
const THIRD_SECOND = 1 / 10800
const SECOND = 1 / 3600

/** Value that 3DEP declares for cells without a height. */
const NODATA = -999999

/** A grid whose cells' edges, or whose values where they are points, lie on whole seconds. */
function gridOf(
  box: readonly [number, number, number, number],
  step: number,
  isPoint: boolean,
): HeightGrid {
  const [west, south, east, north] = box
  const inset = isPoint ? 0 : step / 2
  const count = (span: number) => Math.round(span / step)
  return {
    west: west + inset,
    north: north - inset,
    step,
    columns: count(east - west),
    rows: count(north - south),
  }
}

/** Bare earth of the county, with 0.008 degree around the panels: in the format of a 3DEP block. */
export function writeGroundModel({ terrain, groundHeights }: County): ArchiveEntry[] {
  const grid = gridOf([-72.108, 29.912, -71.892, 30.088], THIRD_SECOND, false)
  const heights = gridHeights(grid, terrain, groundHeights.feetAt, NODATA)
  const content = writeHeightTiff({
    grid,
    heights,
    nodata: NODATA,
    isPoint: false,
    frame: 4269,
    vertical: 5703,
    description: 'FICTIONAL bare-earth heights of Sample County, metres',
  })
  return [{ name: 'USGS_13_n31w073_fictional.tif', content }]
}

/** A surface model of more than the county, without a nodata value: in the format of GLO-30. */
export function writeSurfaceModel({ terrain, groundHeights }: County): ArchiveEntry[] {
  const grid = gridOf([-72.12, 29.9, -71.88, 30.1], SECOND, true)
  const feetAt = surfaceFeet.bind(null, groundHeights)
  const content = writeHeightTiff({
    grid,
    heights: gridHeights(grid, terrain, feetAt, 0),
    nodata: null,
    isPoint: true,
    frame: 4326,
    vertical: 3855,
    description: 'FICTIONAL surface heights around Sample County, metres',
  })
  return [{ name: 'Copernicus_DSM_fictional.tif', content }]
}
