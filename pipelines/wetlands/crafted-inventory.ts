import { type CraftedFeature, type CraftedLayer, craftLayer } from '../stages/crafted-layer.ts'

/** A polygon in the columns of a state's wetlands file. */
interface WetlandColumns {
  ATTRIBUTE: string | null
  WETLAND_TYPE?: string | null
  ACRES?: number | null
  NWI_ID?: string | null
}

/** The columns as a geodatabase names them; a shapefile cuts `WETLAND_TYPE` at ten characters. */
const WETLAND_FIELDS: CraftedLayer['fields'] = {
  ATTRIBUTE: 'text',
  WETLAND_TYPE: 'text',
  ACRES: 'real',
  NWI_ID: 'text',
  Shape_Length: 'real',
  Shape_Area: 'real',
}

const PROJECT_FIELDS: CraftedLayer['fields'] = {
  PROJECT_NAME: 'text',
  STATUS: 'text',
  SUPPMAPINFO: 'text',
  DATA_SOURCE: 'text',
  IMAGE_YR: 'integer',
  IMAGE_DATE: 'text',
  IMAGE_SCALE: 'integer',
  ALL_SCALES: 'text',
  SOURCE_TYPE: 'text',
}

/** A rectangle in thousandths of a degree east of 72 W and north of 30 N: open Atlantic. */
export function box(west: number, south: number, east: number, north: number): string {
  const point = (x: number, y: number) => `${-72 + x / 1000} ${30 + y / 1000}`
  const corners = [point(west, south), point(east, south), point(east, north), point(west, north)]
  return `POLYGON ((${[...corners, corners[0]].join(', ')}))`
}

export function wetland(wkt: string | null, columns: WetlandColumns): CraftedFeature {
  return { wkt, values: { ...columns } }
}

/** The wetlands of `layers/wetlands/fixtures/rows.json` as a state download has them. */
export const INVENTORY_WETLANDS: CraftedFeature[] = [
  wetland(box(0, 0, 4, 4), {
    ATTRIBUTE: 'PFO1E',
    WETLAND_TYPE: 'Freshwater Forested/Shrub Wetland',
    ACRES: 42.3,
    NWI_ID: 'ZZ-1',
  }),
  wetland(box(4, 0, 6, 2), {
    ATTRIBUTE: 'PUBHh',
    WETLAND_TYPE: 'Freshwater Pond',
    ACRES: 10.5,
    NWI_ID: 'ZZ-2',
  }),
  wetland(box(4, 2, 6, 4), {
    ATTRIBUTE: 'PSS1/EM1C',
    WETLAND_TYPE: 'Freshwater Forested/Shrub Wetland',
    NWI_ID: 'ZZ-3',
  }),
  wetland(box(8, 0, 10, 4), {
    ATTRIBUTE: 'E1UBL',
    WETLAND_TYPE: 'Estuarine and Marine Deepwater',
    NWI_ID: 'ZZ-4',
  }),
  // A digit zero for the letter O, as published files have it.
  wetland(box(0, 4, 2, 6), {
    ATTRIBUTE: 'PF01E',
    WETLAND_TYPE: 'Freshwater Forested/Shrub Wetland',
    NWI_ID: 'ZZ-5',
  }),
  wetland(box(2, 4, 4, 6), {
    ATTRIBUTE: null,
    WETLAND_TYPE: 'Freshwater Emergent Wetland',
    NWI_ID: 'ZZ-6',
  }),
  wetland(box(4, 4, 6, 6), { ATTRIBUTE: 'XQ9Z', WETLAND_TYPE: 'Other', NWI_ID: 'ZZ-7' }),
  // Two polygons drawn over each other.
  wetland(box(12, 0, 16, 4), {
    ATTRIBUTE: 'PEM1C',
    WETLAND_TYPE: 'Freshwater Emergent Wetland',
    NWI_ID: 'ZZ-8',
  }),
  wetland(box(14, 0, 18, 4), { ATTRIBUTE: 'L1UBH', WETLAND_TYPE: 'Lake', NWI_ID: 'ZZ-9' }),
  // No id: its shape names it.
  wetland(box(0, 7, 2, 8), { ATTRIBUTE: 'Pf', WETLAND_TYPE: 'Other' }),
]

const project = (wkt: string, PROJECT_NAME: string, STATUS: string, IMAGE_YR: number) => ({
  wkt,
  values: {
    PROJECT_NAME,
    STATUS,
    SUPPMAPINFO: 'None',
    DATA_SOURCE: 'FICTIONAL',
    IMAGE_YR,
    IMAGE_DATE: IMAGE_YR === 0 ? null : `04/${`${IMAGE_YR}`.slice(2)}`,
    IMAGE_SCALE: 58000,
    ALL_SCALES: '1:58K',
    SOURCE_TYPE: 'CIR',
  },
})

/** Two mapped halves, and land beside them whose wetlands are not in the data. */
export const INVENTORY_PROJECTS: CraftedFeature[] = [
  project(box(0, 0, 10, 10), 'West Shoal (fictional)', 'Digital', 1985),
  project(box(10, 0, 20, 10), 'East Shoal (fictional)', 'Digital', 2010),
  project(box(0, 10, 20, 12), 'North Shoal (fictional)', 'No_Data', 0),
  project(box(20, 0, 22, 10), 'Far Shoal (fictional)', 'Non-Digital', 1977),
]

/** Writes both files of a download in Albers metres: shapefiles in a folder, or one geodatabase. */
export function craftInventory(
  place: string,
  wetlands: CraftedFeature[] = INVENTORY_WETLANDS,
  projects: CraftedFeature[] = INVENTORY_PROJECTS,
): string {
  const isGeodatabase = place.endsWith('.gdb')
  for (const [layer, fields, features] of [
    ['ZZ_Wetlands', WETLAND_FIELDS, wetlands],
    ['ZZ_Wetlands_Project_Metadata', PROJECT_FIELDS, projects],
  ] as const)
    craftLayer({
      file: isGeodatabase ? place : `${place}/${layer}.shp`,
      layer,
      crs: 'EPSG:5070',
      fields,
      features,
    })
  return place
}

/** A city's copy: a code and no more, in the feet of its state, and a city limit beside it. */
export function craftCityCopy(place: string): string {
  const codes: [string, string | null][] = [
    [box(30, 0, 32, 2), 'PSS1E'],
    [box(32, 0, 34, 2), null],
    [box(34, 0, 36, 2), 'PFO4Ba'],
  ]
  craftLayer({
    file: `${place}/Wetland.shp`,
    layer: 'Wetland',
    crs: 'EPSG:26847',
    fields: { ATTRIBUTE: 'text', Quad: 'integer' },
    features: codes.map(([wkt, ATTRIBUTE]) => ({ wkt, values: { ATTRIBUTE, Quad: 1 } })),
  })
  craftLayer({
    file: `${place}/city.geojson`,
    layer: 'city',
    crs: 'EPSG:4326',
    fields: { NAME: 'text' },
    features: [{ wkt: box(30, 0, 40, 10), values: { NAME: 'fictional' } }],
  })
  return place
}
