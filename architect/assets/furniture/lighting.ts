import { type Asset, NO_CLEARANCE, part } from '../asset.ts'
import { box } from '../shapes/box.ts'
import { cylinder, lathe } from '../shapes/lathe.ts'
import { tube } from '../shapes/sweep.ts'

// A lamp over a table ends 0.6 to 0.7 m above it: 0.9 m of cord under a ceiling of 2.5 m leaves
// 1.4 m.

/** A shade open below, of cloth: outside up, inside down again. */
const shade = (at: [number, number, number], low: number, high: number, height: number) =>
  lathe(
    at,
    [
      [low, 0],
      [high, height],
      [high - 0.012, height],
      [high - 0.012, height - 0.012],
      [low - 0.012, 0.02],
      [0, 0.02],
    ],
    { segments: 20 },
  )

export const LIGHTING: Asset[] = [
  {
    name: 'pendant_lamp',
    label: 'Pendant lamp',
    category: 'lighting',
    dimensions: { width: 0.45, height: 0.9, depth: 0.45 },
    attach: 'ceiling',
    clearance: NO_CLEARANCE,
    resizable: { height: [0.4, 2] },
    parts: ({ width, height }) => [
      part(
        'shade',
        'brass',
        lathe(
          [0, 0, 0],
          [
            [0, 0.03],
            [width / 2 - 0.02, 0.012],
            [width / 2, 0],
            [width / 2 - 0.03, 0.11],
            [0.1, 0.19],
            [0.03, 0.22],
          ],
          { segments: 24 },
        ),
      ),
      part(
        'cord',
        'black_metal',
        cylinder([0, 0.2, 0], 0.006, height - 0.21, 6),
        cylinder([0, height - 0.03, 0], 0.05, 0.03, 12),
      ),
    ],
  },
  {
    name: 'ceiling_lamp',
    label: 'Ceiling lamp',
    category: 'lighting',
    dimensions: { width: 0.4, height: 0.1, depth: 0.4 },
    attach: 'ceiling',
    clearance: NO_CLEARANCE,
    parts: ({ width, height }) => [
      part(
        'shade',
        'ceramic',
        lathe(
          [0, 0, 0],
          [
            [0, 0],
            [width * 0.3, 0.012],
            [width * 0.46, 0.045],
            [width / 2, height - 0.015],
          ],
          { segments: 24 },
        ),
      ),
      part('frame', 'steel', cylinder([0, height - 0.016, 0], width / 2, 0.016, 24)),
    ],
  },
  {
    name: 'strip_light',
    label: 'Strip light',
    category: 'lighting',
    dimensions: { width: 1.2, height: 0.08, depth: 0.18 },
    attach: 'ceiling',
    clearance: NO_CLEARANCE,
    resizable: { width: [0.6, 2.4] },
    parts: ({ width, height, depth }) => [
      part('frame', 'steel', box([0, 0.02, 0], [width, height - 0.02, depth])),
      part('shade', 'ceramic', box([0, 0, 0], [width - 0.04, 0.03, depth - 0.04])),
    ],
  },
  {
    name: 'floor_lamp',
    label: 'Floor lamp',
    category: 'lighting',
    dimensions: { width: 0.42, height: 1.6, depth: 0.42 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    parts: ({ width, height }) => [
      part('shade', 'fabric_linen', shade([0, height - 0.28, 0], width / 2, width * 0.34, 0.28)),
      part(
        'body',
        'black_metal',
        cylinder([0, 0, 0], 0.14, 0.025, 16),
        cylinder([0, 0.02, 0], 0.012, height - 0.26, 8),
      ),
    ],
  },
  {
    name: 'table_lamp',
    label: 'Table lamp',
    category: 'lighting',
    dimensions: { width: 0.28, height: 0.46, depth: 0.28 },
    attach: 'surface',
    clearance: NO_CLEARANCE,
    parts: ({ width, height }) => [
      part('shade', 'fabric_linen', shade([0, height - 0.2, 0], width / 2, width * 0.36, 0.2)),
      part(
        'body',
        'ceramic',
        lathe(
          [0, 0, 0],
          [
            [0.06, 0],
            [0.075, 0.05],
            [0.06, 0.13],
            [0.02, 0.2],
            [0.012, 0.3],
          ],
          { segments: 16 },
        ),
      ),
    ],
  },
  {
    name: 'desk_lamp',
    label: 'Desk lamp',
    category: 'lighting',
    dimensions: { width: 0.18, height: 0.45, depth: 0.4 },
    attach: 'surface',
    clearance: NO_CLEARANCE,
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'black_metal',
        cylinder([0, 0, width / 2 - depth / 2], width / 2, 0.02, 16),
        tube(
          [
            [0, 0.01, width / 2 - depth / 2],
            [0, height * 0.6, 0.02 - depth / 2],
            [0, height - 0.0085, 0],
            [0, height - 0.08, depth / 2 - 0.08],
          ],
          0.009,
        ),
      ),
      part(
        'shade',
        'black_metal',
        lathe(
          [0, height - 0.16, depth / 2 - 0.08],
          [
            [0, 0.02],
            [0.07, 0.01],
            [0.08, 0],
            [0.035, 0.09],
          ],
          { segments: 16 },
        ),
      ),
    ],
  },
  {
    name: 'wall_lamp',
    label: 'Wall lamp',
    category: 'lighting',
    dimensions: { width: 0.2, height: 0.26, depth: 0.2 },
    attach: 'wall',
    mountHeight: 1.6,
    clearance: NO_CLEARANCE,
    parts: ({ width, height, depth }) => [
      part('shade', 'fabric_linen', shade([0, 0.08, 0], width / 2, width * 0.36, height - 0.08)),
      part(
        'body',
        'brass',
        box([0, 0.02, 0.008 - depth / 2], [0.09, 0.14, 0.016]),
        tube(
          [
            [0, 0.06, 0.01 - depth / 2],
            [0, 0.0106, -0.03],
            [0, 0.0106, 0],
            [0, 0.1, 0],
          ],
          0.012,
          6,
        ),
      ),
    ],
  },
]
