import type { Geometry } from 'geojson'
import { expect, test } from 'vitest'
import { geoJsonTexts } from './geojson-text.ts'
import { geoJsonToWkb } from './geojson-wkb.ts'

const RING = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
]
const SHAPES: Geometry[] = [
  { type: 'Point', coordinates: [-71.9643746, 29.9863009] },
  {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [1, 2],
    ],
  },
  { type: 'Polygon', coordinates: [RING] },
  {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  },
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [0, 0],
        [1, 2],
      ],
      [
        [3, 4],
        [5, 6],
      ],
    ],
  },
  { type: 'MultiPolygon', coordinates: [[RING], [RING]] },
  { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] },
]

test('every kind of shape is the same when it is read back', async () => {
  const layer = { name: 'all', about: null, geometry: 'geom', columns: [] }
  const rows = SHAPES.map((shape) => ({ shape: geoJsonToWkb(shape), values: [] }))
  const credits = { build: 'b1', created_at: '', fictional: null, sources: [] }
  let text = ''
  for await (const piece of geoJsonTexts(layer, [rows], credits)) text += piece
  const read = JSON.parse(text).features.map(({ geometry }: { geometry: Geometry }) => geometry)
  expect(read).toEqual(SHAPES)
})
