import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CraftedFeature, type CraftedLayer, craftLayer } from '../stages/crafted-layer.ts'

/** A box in thousandths of a degree from 72 W 30 N, the fixture's corner of the open Atlantic. */
export function box(west: number, south: number, east: number, north: number): string {
  const at = (x: number, y: number) => `${-72 + x / 1000} ${30 + y / 1000}`
  const ring = [at(west, south), at(east, south), at(east, north), at(west, north), at(west, south)]
  return `POLYGON ((${ring.join(', ')}))`
}

type Crafted = Pick<CraftedLayer, 'fields' | 'features'>
const text = (...names: string[]): CraftedLayer['fields'] =>
  Object.fromEntries(names.map((name) => [name, 'text' as const]))

export const county = (countyfp: string | null, name: string | null, wkt: string | null) => ({
  wkt,
  values: {
    STATEFP: '99',
    COUNTYFP: countyfp,
    GEOID: countyfp && `99${countyfp}`,
    NAME: name,
    NAMELSAD: name && `${name} County`,
  },
})

export const TIGER_COUNTIES: CraftedFeature[] = [
  county('001', 'Alder', box(0, 0, 10, 10)),
  county('003', 'Birch', box(10, 0, 20, 10)),
]

/** A city and a place that the census draws, of the codes 25 and 57. */
export const TIGER_PLACES: CraftedFeature[] = [
  place('00100', 'Alderton', 'Alderton city', '25', box(2, 1, 6, 5)),
  place('00200', 'Birch Corner', 'Birch Corner CDP', '57', box(12, 2, 14, 4)),
]

export function place(
  placefp: string,
  NAME: string,
  NAMELSAD: string,
  LSAD: string,
  wkt: string,
): CraftedFeature {
  const GEOID = `99${placefp}`
  return { wkt, values: { STATEFP: '99', PLACEFP: placefp, GEOID, NAME, NAMELSAD, LSAD } }
}

const NAMED = { STATEFP: '99', STUSPS: 'ZZ', NAME: 'Fictional State' }
const TIGER: Record<string, Crafted> = {
  nation: {
    fields: text('NAME'),
    features: [{ wkt: box(0, 0, 24, 12), values: { NAME: 'Fiction' } }],
  },
  tl_2025_us_state: {
    fields: text('STATEFP', 'STUSPS', 'NAME'),
    features: [{ wkt: box(0, 0, 20, 10), values: NAMED }],
  },
  tl_2025_us_county: {
    fields: text('STATEFP', 'COUNTYFP', 'GEOID', 'NAME', 'NAMELSAD'),
    features: TIGER_COUNTIES,
  },
  tl_2025_99_place: {
    fields: text('STATEFP', 'PLACEFP', 'GEOID', 'NAME', 'NAMELSAD', 'LSAD', 'CLASSFP'),
    features: TIGER_PLACES,
  },
  tl_2025_us_zcta520: {
    fields: text('ZCTA5CE20', 'GEOID20'),
    features: [
      { wkt: box(0, 0, 8, 10), values: { ZCTA5CE20: '34501', GEOID20: '34501' } },
      { wkt: box(8, 0, 18, 10), values: { ZCTA5CE20: '34502', GEOID20: '34502' } },
    ],
  },
}

/** Writes TIGER's four files and an outline of the nation as shapefiles, some of them changed. */
export function craftTiger(folder: string, changes: Record<string, Partial<Crafted>> = {}): string {
  for (const [layer, crafted] of Object.entries(TIGER))
    craftLayer({
      file: join(folder, `${layer}.shp`),
      layer,
      crs: 'EPSG:4269',
      ...crafted,
      ...changes[layer],
    })
  return folder
}

/** Steps of the crafted TopoJSON, a thousandth of a degree; the first point of an arc counts from 72 W 30 N. */
const ARCS = [
  [
    [11, 0],
    [0, 10],
  ],
  [
    [20, 0],
    [0, 10],
  ],
  [
    [11, 10],
    [-11, 0],
    [0, -10],
    [11, 0],
  ],
  [
    [11, 0],
    [9, 0],
  ],
  [
    [20, 10],
    [-9, 0],
  ],
  [
    [20, 0],
    [10, 0],
    [0, 10],
    [-10, 0],
  ],
]

/** Writes a TopoJSON as us-atlas has it: shared arcs in whole steps, the layers counties and states. */
export function craftAtlas(folder: string): string {
  const shape = (id: string, name: string, arcs: number[]) => ({
    type: 'Polygon',
    arcs: [arcs],
    id,
    properties: { name },
  })
  const layer = (geometries: unknown[]) => ({ type: 'GeometryCollection', geometries })
  const atlas = {
    type: 'Topology',
    bbox: [-72, 30, -71.97, 30.01],
    transform: { scale: [0.001, 0.001], translate: [-72, 30] },
    objects: {
      counties: layer([
        shape('99001', 'Alder', [0, 2]),
        shape('99003', 'Birch', [3, 1, 4, ~0]),
        shape('99005', 'Cedar', [5, ~1]),
        // As Falls Church city in us-atlas: simplified away, and still listed.
        shape('99610', 'Elm', [0, ~0]),
      ]),
      states: layer([shape('99', 'Fictional State', [2, 3, 5, 4])]),
    },
    arcs: ARCS,
  }
  writeFileSync(join(folder, 'counties-10m.json'), JSON.stringify(atlas))
  return folder
}
