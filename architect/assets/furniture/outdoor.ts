import { type Asset, clearFront, fourPlaces, NO_CLEARANCE, part } from '../asset.ts'
import { box, roundedBox, taperedBox } from '../shapes/box.ts'
import { cylinder, lathe } from '../shapes/lathe.ts'
import { extrude } from '../shapes/sweep.ts'

// A car as wide as a middle-class one is with mirrors folded: 1.8 by 4.5 m, with 0.6 m to open its
// doors.

function slats(width: number, depth: number, y: number, count: number, thick: number) {
  const each = depth / count
  return Array.from({ length: count }, (_, index) =>
    roundedBox([0, y, (index - (count - 1) / 2) * each], [width, thick, each], 0.006),
  )
}

export const OUTDOOR: Asset[] = [
  {
    name: 'garden_table',
    label: 'Garden table',
    category: 'outdoor',
    dimensions: { width: 1.6, height: 0.74, depth: 0.9 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    surfaceHeight: 0.74,
    resizable: { width: [0.8, 2.4] },
    parts: (size) => [
      part('top', 'wood_pine', ...slats(size.width, size.depth, size.height - 0.03, 7, 0.03)),
      part(
        'legs',
        'black_metal',
        ...fourPlaces(size, 0.08).map((at) => box(at, [0.05, size.height - 0.02, 0.05])),
        ...[-1, 1].map((side) =>
          box(
            [side * (size.width / 2 - 0.08), size.height - 0.07, 0],
            [0.04, 0.05, size.depth - 0.12],
          ),
        ),
      ),
    ],
  },
  {
    name: 'garden_chair',
    label: 'Garden chair',
    category: 'outdoor',
    dimensions: { width: 0.55, height: 0.85, depth: 0.56 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    parts: ({ width, height, depth }) => [
      part(
        'seat',
        'wood_pine',
        roundedBox([0, 0.41, 0.01], [width - 0.08, 0.03, depth - 0.06], 0.01),
        ...[0, 1, 2].map((row) =>
          roundedBox([0, 0.52 + row * 0.11, 0.02 - depth / 2], [width - 0.06, 0.08, 0.025], 0.008),
        ),
      ),
      part(
        'legs',
        'black_metal',
        ...[-1, 1].flatMap((side) => [
          box([side * (width / 2 - 0.02), 0, depth / 2 - 0.02], [0.04, 0.63, 0.04]),
          box([side * (width / 2 - 0.02), 0, 0.02 - depth / 2], [0.04, height, 0.04]),
          box([side * (width / 2 - 0.02), 0.62, 0], [0.04, 0.025, depth]),
          box([side * (width / 2 - 0.03), 0.39, 0], [0.03, 0.03, depth - 0.04]),
        ]),
      ),
    ],
  },
  {
    name: 'sun_lounger',
    label: 'Sun lounger',
    category: 'outdoor',
    dimensions: { width: 0.7, height: 0.8, depth: 1.95 },
    attach: 'floor',
    clearance: clearFront(0.3),
    parts: ({ width, height, depth }) => {
      const [back, front] = [-depth / 2, depth / 2]
      return [
        part(
          'cushions',
          'fabric_linen',
          extrude(
            [
              [front - 0.002, 0.3],
              [front - 0.002, 0.36],
              [back + 0.62, 0.37],
              [back + 0.05, height],
              [back, height - 0.03],
              [back + 0.58, 0.3],
            ],
            -width / 2 + 0.03,
            width / 2 - 0.03,
          ),
        ),
        part(
          'body',
          'wood_pine',
          ...[-1, 1].map((side) => box([side * (width / 2 - 0.025), 0.24, 0], [0.05, 0.07, depth])),
          ...fourPlaces({ width, height, depth }, 0.05).map(([x, y, z]) =>
            box([x * 0.9, y, z * 0.8], [0.05, 0.26, 0.05]),
          ),
        ),
      ]
    },
  },
  {
    name: 'parasol',
    label: 'Parasol',
    category: 'outdoor',
    dimensions: { width: 2.8, height: 2.5, depth: 2.8 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    parts: ({ width, height }) => [
      part(
        'shade',
        'fabric_linen',
        lathe(
          [0, height - 0.55, 0],
          [
            [width / 2 - 0.01, 0],
            [width / 2, 0.01],
            [0.05, 0.5],
            [0, 0.55],
          ],
          { segments: 8 },
        ),
      ),
      part('pole', 'wood_pine', cylinder([0, 0.05, 0], 0.024, height - 0.2, 10)),
      part('foot', 'stone', cylinder([0, 0, 0], 0.28, 0.08, 20)),
    ],
  },
  {
    name: 'planter',
    label: 'Planter with shrubs',
    category: 'outdoor',
    dimensions: { width: 1, height: 0.9, depth: 0.4 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    resizable: { width: [0.4, 3] },
    parts: ({ width, height, depth }) => {
      const count = Math.max(1, Math.round(width / 0.3))
      const each = (width - 0.04) / count
      return [
        part('body', 'stone', taperedBox([0, 0, 0], [width, 0.45, depth], 0.92)),
        part('soil', 'soil', box([0, 0.44, 0], [width - 0.06, 0.02, depth - 0.06])),
        part(
          'leaves',
          'plant',
          ...Array.from({ length: count }, (_, index) =>
            lathe(
              [(index - (count - 1) / 2) * each, 0.44, 0],
              [
                [0.04, 0],
                [each / 2, 0.16],
                [each / 2 - 0.02, 0.34 - (index % 2) * 0.06],
                [0, height - 0.44 - (index % 2) * 0.08],
              ],
              { segments: 8, stretch: [1, Math.min(1, (depth - 0.06) / each)] },
            ),
          ),
        ),
      ]
    },
  },
  {
    name: 'barbecue',
    label: 'Barbecue',
    category: 'outdoor',
    dimensions: { width: 1.1, height: 1.1, depth: 0.6 },
    attach: 'floor',
    clearance: clearFront(0.9),
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'black_metal',
        box([0, 0.1, -0.02], [0.6, 0.65, depth - 0.1]),
        extrude(
          [
            [0.02 - depth / 2, 0.83],
            [depth / 2, 0.83],
            [depth / 2, 0.9],
            [depth / 2 - 0.12, height - 0.03],
            [0.1 - depth / 2, height],
            [0.02 - depth / 2, height - 0.08],
          ],
          -0.32,
          0.32,
        ),
        ...[-1, 1].map((side) => box([side * 0.26, 0, 0], [0.05, 0.12, depth - 0.14])),
      ),
      part('top', 'steel', roundedBox([0, 0.75, 0], [width, 0.08, depth], 0.01)),
    ],
  },
  {
    name: 'tree',
    label: 'Small tree',
    category: 'outdoor',
    dimensions: { width: 3, height: 5, depth: 3 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    resizable: { width: [1, 8], depth: [1, 8], height: [2, 12] },
    parts: ({ width, height, depth }) => [
      part(
        'trunk',
        'wood_walnut',
        lathe(
          [0, 0, 0],
          [
            [0.04 * width, 0],
            [0.025 * width, height * 0.25],
            [0.018 * width, height * 0.6],
          ],
          { segments: 8 },
        ),
      ),
      part(
        'leaves',
        'plant',
        lathe(
          [0, height * 0.3, 0],
          [
            [0.1 * width, 0],
            [0.42 * width, height * 0.1],
            [0.5 * width, height * 0.27],
            [0.4 * width, height * 0.46],
            [0.22 * width, height * 0.62],
            [0, height * 0.7],
          ],
          { segments: 12, stretch: [1, depth / width] },
        ),
      ),
    ],
  },
  {
    name: 'car',
    label: 'Car',
    category: 'outdoor',
    dimensions: { width: 1.8, height: 1.5, depth: 4.5 },
    attach: 'floor',
    clearance: { front: 0.2, back: 0.5, left: 0.6, right: 0.6 },
    parts: ({ width, height, depth }) => {
      const [back, front] = [-depth / 2, depth / 2]
      return [
        part(
          'body',
          'roof_metal',
          extrude(
            [
              [back + 0.05, 0.25],
              [front - 0.05, 0.25],
              [front, 0.45],
              [front - 0.04, 0.68],
              [front - 1.05, 0.92],
              [back + 0.1, 0.98],
              [back, 0.6],
            ],
            -width / 2,
            width / 2,
          ),
          extrude(
            [
              [back + 1.05, height - 0.05],
              [front - 2.3, height - 0.05],
              [front - 2.35, height],
              [back + 1.1, height],
            ],
            -width / 2 + 0.22,
            width / 2 - 0.22,
          ),
        ),
        part(
          'panes',
          'black_metal',
          extrude(
            [
              [back + 0.25, 0.9],
              [front - 1.25, 0.9],
              [front - 2.25, height - 0.04],
              [back + 1, height - 0.04],
            ],
            -width / 2 + 0.14,
            width / 2 - 0.14,
          ),
        ),
        part(
          'wheels',
          'asphalt',
          ...[-1, 1].flatMap((side) =>
            [front - 0.85, back + 0.85].map((z) => wheel(side * (width / 2 - 0.12), z, 0.32)),
          ),
        ),
        part(
          'lights',
          'ceramic',
          ...[-1, 1].map((side) =>
            box([side * (width / 2 - 0.28), 0.52, front - 0.03], [0.34, 0.09, 0.04]),
          ),
        ),
      ]
    },
  },
]

function wheel(x: number, z: number, radius: number) {
  const outline = Array.from({ length: 16 }, (_, index): [number, number] => {
    const angle = (index * Math.PI) / 8
    return [z + radius * Math.cos(angle), radius + radius * Math.sin(angle)]
  })
  return extrude(outline, x - 0.11, x + 0.11)
}
