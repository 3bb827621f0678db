import gdal from 'gdal-async'

// The coordinate operation is ours to choose: no grid is fetched behind our back, and axes are
// longitude first whatever an authority says.
gdal.config.set('PROJ_NETWORK', 'OFF')
gdal.config.set('OGR_CT_FORCE_TRADITIONAL_GIS_ORDER', 'YES')
// A GeoTIFF that says what its heights count from is to be heard: GDAL drops that of version 1.0.
gdal.config.set('GTIFF_REPORT_COMPD_CS', 'YES')
// The values of a GeoTIFF may be of points: its cells then begin half a cell before them.
gdal.config.set('GTIFF_POINT_GEO_IGNORE', 'FALSE')
// A shapefile of 2006 that closes its rings the wrong way round is repaired by our convert stage.
gdal.config.set('OGR_ORGANIZE_POLYGONS', 'DEFAULT')

/** Version of the GDAL library in use: the bytes of a build may depend on it. */
export const GDAL_VERSION = gdal.version

export type { CoordinateTransformation, Geometry, SpatialReference } from 'gdal-async'
export { gdal }
