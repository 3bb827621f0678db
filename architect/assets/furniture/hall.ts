import { type Asset, clearFront, fourPlaces, NO_CLEARANCE, part } from '../asset.ts'
import { box, roundedBox, taperedBox } from '../shapes/box.ts'
import { tube } from '../shapes/sweep.ts'

// Shallow things for narrow rooms: a way of 0.9 m stays in a hall of 1.3 m.

export const HALL: Asset[] = [
  {
    name: 'coat_rack',
    label: 'Coat rack',
    category: 'hall',
    dimensions: { width: 0.8, height: 0.3, depth: 0.25 },
    attach: 'wall',
    mountHeight: 1.6,
    clearance: clearFront(0.4),
    resizable: { width: [0.4, 2] },
    parts: ({ width, height, depth }) => {
      const hooks = Math.max(2, Math.round(width / 0.16))
      const step = (width - 0.1) / (hooks - 1)
      return [
        part(
          'body',
          'wood_oak',
          box([0, 0, 0.012 - depth / 2], [width, 0.12, 0.024]),
          roundedBox([0, height - 0.025, 0], [width, 0.025, depth], 0.008),
          ...[-1, 1].map((side) =>
            box([side * (width / 2 - 0.012), 0.02, -0.02], [0.024, height - 0.03, depth - 0.04]),
          ),
        ),
        part(
          'hooks',
          'black_metal',
          ...Array.from({ length: hooks }, (_, index) => {
            const x = 0.05 - width / 2 + index * step
            return tube(
              [
                [x, 0.07, 0.02 - depth / 2],
                [x, 0.04, 0.07 - depth / 2],
                [x, 0.06, 0.1 - depth / 2],
              ],
              0.008,
              6,
            )
          }),
        ),
      ]
    },
  },
  {
    name: 'shoe_cabinet',
    label: 'Shoe cabinet',
    category: 'hall',
    dimensions: { width: 0.8, height: 1, depth: 0.22 },
    attach: 'floor',
    clearance: clearFront(0.5),
    surfaceHeight: 1,
    resizable: { width: [0.5, 1.6] },
    parts: ({ width, height, depth }) => [
      part('body', 'wood_white', roundedBox([0, 0, -0.01], [width, height, depth - 0.02], 0.006)),
      part(
        'fronts',
        'wood_white',
        ...[0, 1, 2].map((row) =>
          roundedBox(
            [0, 0.06 + (row * (height - 0.09)) / 3, depth / 2 - 0.0105],
            [width - 0.02, (height - 0.09) / 3 - 0.012, 0.021],
            0.004,
          ),
        ),
      ),
    ],
  },
  {
    name: 'console_table',
    label: 'Console table',
    category: 'hall',
    dimensions: { width: 1, height: 0.8, depth: 0.32 },
    attach: 'floor',
    clearance: clearFront(0.4),
    surfaceHeight: 0.8,
    resizable: { width: [0.7, 1.6] },
    parts: (size) => [
      part(
        'top',
        'wood_walnut',
        roundedBox([0, size.height - 0.03, 0], [size.width, 0.03, size.depth], 0.008),
      ),
      part(
        'legs',
        'black_metal',
        ...fourPlaces(size, 0.03).map((at) =>
          taperedBox(at, [0.03, size.height - 0.02, 0.03], 0.8),
        ),
        box([0, 0.15, 0], [size.width - 0.06, 0.02, size.depth - 0.06]),
      ),
    ],
  },
  {
    name: 'hall_bench',
    label: 'Bench to put on shoes',
    category: 'hall',
    dimensions: { width: 1, height: 0.46, depth: 0.36 },
    attach: 'floor',
    clearance: clearFront(0.5),
    resizable: { width: [0.6, 1.6] },
    parts: ({ width, height, depth }) => [
      part(
        'cushions',
        'fabric_green',
        roundedBox([0, height - 0.07, 0], [width, 0.07, depth], 0.03, 2),
      ),
      part(
        'body',
        'wood_oak',
        ...[-1, 1].map((side) =>
          box([side * (width / 2 - 0.03), 0, 0], [0.03, height - 0.05, depth - 0.04]),
        ),
        box([0, 0.16, 0], [width - 0.06, 0.02, depth - 0.06]),
      ),
    ],
  },
  {
    name: 'wall_mirror',
    label: 'Tall mirror',
    category: 'hall',
    dimensions: { width: 0.5, height: 1.5, depth: 0.03 },
    attach: 'wall',
    mountHeight: 0.4,
    clearance: NO_CLEARANCE,
    parts: ({ width, height, depth }) => [
      part('frame', 'wood_oak', box([0, 0, -0.004], [width, height, depth - 0.008])),
      part(
        'mirror',
        'mirror',
        box([0, 0.02, depth / 2 - 0.005], [width - 0.04, height - 0.04, 0.01]),
      ),
    ],
  },
]
