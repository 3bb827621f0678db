import type { Point3 } from '../../geometry/vector.ts'
import { type Asset, clearFront, NO_CLEARANCE, part } from '../asset.ts'
import { box, roundedBox } from '../shapes/box.ts'
import { cylinder, lathe } from '../shapes/lathe.ts'
import { loft } from '../shapes/loft.ts'
import { tube } from '../shapes/sweep.ts'

// Machines for 0.6 m niches, 0.85 m high, so that they fit under a worktop.

function machine(name: string, label: string): Asset {
  return {
    name,
    label,
    category: 'laundry',
    dimensions: { width: 0.6, height: 0.85, depth: 0.62 },
    attach: 'floor',
    clearance: clearFront(0.8),
    surfaceHeight: 0.85,
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'ceramic',
        roundedBox([0, 0.01, -0.02], [width, height - 0.01, depth - 0.04], 0.015),
        ...[-1, 1].map((side) => box([side * 0.25, 0, 0], [0.05, 0.02, depth - 0.1])),
      ),
      part('ring', 'steel', disc(0.2, 0.4, [depth / 2 - 0.05, depth / 2 - 0.01])),
      part('door', 'black_metal', disc(0.15, 0.4, [depth / 2 - 0.03, depth / 2])),
      part(
        'panel',
        'black_metal',
        box([0.08, height - 0.11, depth / 2 - 0.041], [0.34, 0.06, 0.006]),
        disc(0.03, height - 0.08, [depth / 2 - 0.05, depth / 2 - 0.02], -0.2),
      ),
    ],
  }
}

/** A round plate that looks to the front, between the two depths, about the height `y`. */
function disc(radius: number, y: number, [back, front]: [number, number], x = 0) {
  const ring = (z: number): Point3[] =>
    Array.from({ length: 20 }, (_, index) => {
      const angle = (index * Math.PI) / 10
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle), z]
    })
  return loft([ring(back), ring(front)])
}

export const LAUNDRY: Asset[] = [
  machine('washing_machine', 'Washing machine'),
  machine('dryer', 'Tumble dryer'),
  {
    name: 'laundry_sink',
    label: 'Laundry sink',
    category: 'laundry',
    dimensions: { width: 0.6, height: 1.05, depth: 0.5 },
    attach: 'floor',
    clearance: clearFront(0.7),
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'wood_white',
        box([0, 0.08, -0.01], [width, 0.6, depth - 0.02]),
        box([0, 0, -0.03], [width - 0.04, 0.09, depth - 0.08]),
        roundedBox([0, 0.1, depth / 2 - 0.02], [width - 0.01, 0.56, 0.02], 0.004),
      ),
      part('basin', 'ceramic', roundedBox([0, 0.67, 0], [width, 0.2, depth], 0.02)),
      part(
        'bowl',
        'tile_grey',
        roundedBox([0, 0.86, 0.03], [width - 0.1, 0.014, depth - 0.16], 0.004),
      ),
      part(
        'tap',
        'steel',
        tube(
          [
            [0, 0.86, 0.04 - depth / 2],
            [0, height - 0.05, 0.04 - depth / 2],
            [0, height - 0.012, 0.08 - depth / 2],
            [0, height - 0.03, 0.16 - depth / 2],
            [0, height - 0.07, 0.17 - depth / 2],
          ],
          0.0125,
        ),
      ),
    ],
  },
  {
    name: 'water_heater',
    label: 'Water heater',
    category: 'laundry',
    dimensions: { width: 0.5, height: 1, depth: 0.5 },
    attach: 'wall',
    mountHeight: 1.1,
    clearance: clearFront(0.3),
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'ceramic',
        lathe(
          [0, 0.06, 0],
          [
            [width / 2 - 0.05, 0],
            [width / 2, 0.04],
            [width / 2, height - 0.1],
            [width / 2 - 0.05, height - 0.06],
          ],
          { segments: 24, stretch: [1, depth / width] },
        ),
      ),
      part('pipes', 'brass', ...[-0.1, 0.1].map((x) => cylinder([x, 0, 0], 0.012, 0.08, 8))),
    ],
  },
  {
    name: 'drying_rack',
    label: 'Drying rack',
    category: 'laundry',
    dimensions: { width: 1.2, height: 0.95, depth: 0.55 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'steel',
        ...[-1, 1].flatMap((side) => [
          box([0, height - 0.02, side * (depth / 2 - 0.01)], [width, 0.02, 0.02]),
          tube(
            [
              [side * 0.35, 0.012, depth / 2 - 0.012],
              [side * 0.35, height - 0.012, 0.012 - depth / 2],
            ],
            0.01,
            6,
          ),
          tube(
            [
              [side * 0.33, 0.012, 0.012 - depth / 2],
              [side * 0.33, height - 0.012, depth / 2 - 0.012],
            ],
            0.01,
            6,
          ),
          box([side * (width / 2 - 0.01), height - 0.02, 0], [0.02, 0.02, depth]),
          box([0, 0, side * (depth / 2 - 0.012)], [0.74, 0.02, 0.02]),
        ]),
        ...Array.from({ length: 7 }, (_, index) =>
          box(
            [0, height - 0.014, ((index - 3) * (depth - 0.08)) / 7],
            [width - 0.02, 0.008, 0.008],
          ),
        ),
      ),
    ],
  },
]
