import gdal from 'gdal-async'

// The pipeline chooses the coordinate operation: GDAL fetches no grids, and axes are longitude
// first whatever the authority's definition.
gdal.config.set('PROJ_NETWORK', 'OFF')
gdal.config.set('OGR_CT_FORCE_TRADITIONAL_GIS_ORDER', 'YES')
// Read the vertical datum that a GeoTIFF states: GDAL ignores that of version 1.0 by default.
gdal.config.set('GTIFF_REPORT_COMPD_CS', 'YES')
// The values of a GeoTIFF may be of points: its cells then begin half a cell before them.
gdal.config.set('GTIFF_POINT_GEO_IGNORE', 'FALSE')
// The convert stage repairs a shapefile of 2006 whose rings have the wrong direction.
gdal.config.set('OGR_ORGANIZE_POLYGONS', 'DEFAULT')

/** Version of the GDAL library in use: the bytes of a build may depend on it. */
export const GDAL_VERSION = gdal.version

export type { CoordinateTransformation, Geometry, SpatialReference } from 'gdal-async'
export { gdal }
