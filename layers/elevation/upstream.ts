import type { Upstream } from '../../upstream/upstream.ts'

/**
 * Heights at a point, for where no raster of the build has one:
 * https://epqs.nationalmap.gov/v1/docs
 */
export const epqs: Upstream = {
  id: 'usgs-epqs',
  title: 'USGS Elevation Point Query Service (3DEP)',
  attribution: 'U.S. Geological Survey, 3D Elevation Program',
  url: 'https://epqs.nationalmap.gov/v1/json',
  isOn: true,
  deadline_ms: 3_500,
  responseBytesMax: 64 * 1024,
  // The ground does not move: cached responses spare the service.
  cache_ms: 86_400_000,
}

/**
 * The 1/3 arc-second tiles of 3DEP, one degree each with 6 pixels of overlap, as Cloud Optimized
 * GeoTIFFs: https://www.usgs.gov/3d-elevation-program/about-3dep-products-services
 */
export const tiles3dep: Upstream = {
  id: 'usgs-3dep',
  title: 'USGS 3DEP 1/3 arc-second DEM',
  attribution: 'U.S. Geological Survey, 3D Elevation Program',
  url: 'https://prd-tnm.s3.amazonaws.com/StagedProducts/Elevation/13/TIFF/current',
  isOn: true,
  // No answer waits for it: terrain is made in the background, and a block may be a megabyte.
  deadline_ms: 15_000,
  responseBytesMax: 8 * 2 ** 20,
  // Decoded blocks are cached instead of bytes.
  cache_ms: 0,
}

/** Path of a tile below the base address, by its north-west corner: `n30w083`. */
export function tilePath(name: string): string {
  return `/${name}/USGS_13_${name}.tif`
}
