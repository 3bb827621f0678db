import { type Asset, clearFront, NO_CLEARANCE, part } from '../asset.ts'
import { box, roundedBox } from '../shapes/box.ts'
import { cylinder, lathe } from '../shapes/lathe.ts'
import { loft, roundedRing } from '../shapes/loft.ts'
import { tube } from '../shapes/sweep.ts'

// Fixtures and the floor before them as DIN 18022 and the makers have them: 0.55 to 0.7 m before a
// toilet and a basin, 0.2 m next to a toilet, tubs of 1.7 by 0.75 m, trays of 0.9 m.

const BASIN_PROFILE: [number, number][] = [
  [0.12, 0],
  [0.2, 0.06],
  [0.24, 0.14],
  [0.215, 0.14],
  [0.16, 0.05],
  [0, 0.035],
]

/** A tap of 0.16 m that stands at `z` and points to the front. */
const tap = (y: number, z: number, x = 0) => [
  cylinder([x, y, z], 0.022, 0.02, 12),
  tube(
    [
      [x, y, z],
      [x, y + 0.11, z],
      [x, y + 0.145, z + 0.03],
      [x, y + 0.15, z + 0.07],
      [x, y + 0.12, z + 0.11],
    ],
    0.0115,
  ),
]

export const BATH: Asset[] = [
  {
    name: 'toilet',
    label: 'Toilet',
    category: 'bath',
    dimensions: { width: 0.37, height: 0.79, depth: 0.66 },
    attach: 'floor',
    clearance: { front: 0.55, back: 0, left: 0.2, right: 0.2 },
    parts: ({ width, height, depth }) => {
      const z = depth / 2 - 0.225
      return [
        part(
          'body',
          'ceramic',
          lathe(
            [0, 0, z],
            [
              [0.13, 0],
              [0.115, 0.12],
              [0.13, 0.25],
              [width / 2, 0.38],
            ],
            { segments: 20, stretch: [1, 0.225 / (width / 2)] },
          ),
          roundedBox([0, 0, 0.16 - depth / 2], [0.22, 0.38, 0.3], 0.03),
          roundedBox([0, 0.36, 0.09 - depth / 2], [width, height - 0.362, 0.18], 0.025),
        ),
        part(
          'seat',
          'wood_white',
          lathe(
            [0, 0.38, z],
            [
              [width / 2 - 0.004, 0],
              [width / 2 - 0.004, 0.02],
              [width / 2 - 0.03, 0.04],
              [0, 0.043],
            ],
            { segments: 20, stretch: [1, 0.225 / (width / 2)] },
          ),
        ),
        part('button', 'steel', cylinder([0, height - 0.006, 0.09 - depth / 2], 0.022, 0.006, 12)),
      ]
    },
  },
  {
    name: 'washbasin',
    label: 'Washbasin on a cabinet',
    category: 'bath',
    dimensions: { width: 0.8, height: 1.02, depth: 0.48 },
    attach: 'floor',
    clearance: clearFront(0.6),
    resizable: { width: [0.6, 1.4] },
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'wood_oak',
        box([0, 0.28, -0.01], [width, 0.55, depth - 0.02]),
        box([0, 0, -0.06], [width - 0.1, 0.29, depth - 0.16]),
      ),
      part(
        'fronts',
        'wood_oak',
        ...[0, 1].map((row) =>
          roundedBox(
            [0, 0.285 + row * 0.27, depth / 2 - 0.02],
            [width - 0.006, 0.262, 0.02],
            0.004,
          ),
        ),
      ),
      part('top', 'stone', roundedBox([0, 0.83, 0], [width, 0.03, depth], 0.006)),
      part('basin', 'ceramic', vessel([0, 0.845, 0.03], [Math.min(0.5, width - 0.1), 0.34], 0.1)),
      part('tap', 'steel', ...tap(height - 0.161, 0.045 - depth / 2)),
    ],
  },
  {
    name: 'hand_basin',
    label: 'Small hand basin',
    category: 'bath',
    dimensions: { width: 0.48, height: 1, depth: 0.4 },
    attach: 'floor',
    clearance: clearFront(0.55),
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'ceramic',
        lathe([0, 0.7, 0.02], BASIN_PROFILE, {
          segments: 20,
          stretch: [width / 0.48, 0.18 / 0.24],
        }),
        roundedBox([0, 0.7, 0.06 - depth / 2], [width * 0.7, 0.14, 0.12], 0.02),
        lathe(
          [0, 0, -0.03],
          [
            [0.12, 0],
            [0.08, 0.12],
            [0.075, 0.55],
            [0.12, 0.73],
          ],
          { segments: 16 },
        ),
      ),
      part('tap', 'steel', ...tap(height - 0.161, 0.05 - depth / 2)),
    ],
  },
  {
    name: 'bath_tub',
    label: 'Bath tub',
    category: 'bath',
    dimensions: { width: 1.7, height: 0.6, depth: 0.75 },
    attach: 'floor',
    clearance: clearFront(0.6),
    resizable: { width: [1.4, 1.9], depth: [0.7, 0.9] },
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'ceramic',
        loft([
          roundedRing([0, 0, 0], [width - 0.03, depth - 0.03], 0.02),
          roundedRing([0, height - 0.05, 0], [width - 0.03, depth - 0.03], 0.02),
          roundedRing([0, height - 0.04, 0], [width, depth], 0.02),
          roundedRing([0, height, 0], [width, depth], 0.02),
          roundedRing([0, height, 0], [width - 0.13, depth - 0.13], 0.16),
          roundedRing([0, height - 0.03, 0], [width - 0.17, depth - 0.16], 0.17),
          roundedRing([0.02, 0.16, 0], [width - 0.46, depth - 0.3], 0.14),
          roundedRing([0.02, 0.13, 0], [width - 0.6, depth - 0.42], 0.1),
        ]),
      ),
      part(
        'tap',
        'steel',
        cylinder([0.02, 0.13, 0], 0.03, 0.006, 12),
        cylinder([width / 2 - 0.14, height - 0.12, 0], 0.03, 0.02, 12),
      ),
    ],
  },
  {
    name: 'shower',
    label: 'Walk-in shower',
    category: 'bath',
    dimensions: { width: 0.9, height: 2, depth: 0.9 },
    attach: 'floor',
    clearance: clearFront(0.6),
    resizable: { width: [0.8, 1.6], depth: [0.8, 1.2] },
    parts: ({ width, height, depth }) => [
      part('tray', 'ceramic', roundedBox([0, 0, 0], [width, 0.035, depth], 0.008)),
      part(
        'panes',
        'glass',
        box([width / 2 - 0.005, 0.03, 0], [0.008, height - 0.032, depth - 0.02]),
      ),
      part(
        'tap',
        'steel',
        box([width / 2 - 0.007, height - 0.03, 0], [0.014, 0.03, depth - 0.016]),
        cylinder([0, 0.034, 0], 0.05, 0.006, 12),
        roundedBox([0, 1.05, 0.03 - depth / 2], [0.26, 0.04, 0.05], 0.015),
        tube(
          [
            [0, 1.07, 0.02 - depth / 2],
            [0, height - 0.05, 0.02 - depth / 2],
            [0, height - 0.02, 0.06 - depth / 2],
            [0, height - 0.02, 0.3 - depth / 2],
          ],
          0.011,
        ),
        cylinder([0, height - 0.04, 0.3 - depth / 2], 0.11, 0.015),
      ),
    ],
  },
  {
    name: 'bidet',
    label: 'Bidet',
    category: 'bath',
    dimensions: { width: 0.36, height: 0.52, depth: 0.56 },
    attach: 'floor',
    clearance: { front: 0.55, back: 0, left: 0.15, right: 0.15 },
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'ceramic',
        lathe(
          [0, 0, 0.03],
          [
            [0.11, 0],
            [0.1, 0.15],
            [width / 2, 0.38],
            [width / 2 - 0.02, 0.4],
            [width / 2 - 0.05, 0.39],
            [0.07, 0.3],
            [0, 0.29],
          ],
          { segments: 20, stretch: [1, (depth / 2 - 0.03) / (width / 2)] },
        ),
        roundedBox([0, 0, 0.1 - depth / 2], [0.24, 0.39, 0.2], 0.03),
      ),
      part('tap', 'steel', ...tap(height - 0.161, 0.06 - depth / 2)),
    ],
  },
  {
    name: 'bath_mirror',
    label: 'Bathroom mirror',
    category: 'bath',
    dimensions: { width: 0.7, height: 0.8, depth: 0.03 },
    attach: 'wall',
    mountHeight: 1.15,
    clearance: NO_CLEARANCE,
    resizable: { width: [0.4, 1.6] },
    parts: ({ width, height, depth }) => [
      part('frame', 'black_metal', box([0, 0, -0.004], [width, height, depth - 0.008])),
      part(
        'mirror',
        'mirror',
        box([0, 0.012, depth / 2 - 0.005], [width - 0.024, height - 0.024, 0.01]),
      ),
    ],
  },
  {
    name: 'towel_radiator',
    label: 'Towel radiator',
    category: 'bath',
    dimensions: { width: 0.5, height: 1.2, depth: 0.08 },
    attach: 'wall',
    mountHeight: 0.4,
    clearance: clearFront(0.3),
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'wood_white',
        ...[-1, 1].map((side) => box([side * (width / 2 - 0.015), 0, 0.01], [0.03, height, 0.04])),
        ...Array.from({ length: 16 }, (_, index) =>
          box(
            [0, 0.05 + index * ((height - 0.12) / 15), depth / 2 - 0.012],
            [width - 0.03, 0.024, 0.024],
          ),
        ),
        ...[0.15, height - 0.2].map((y) =>
          box([0, y, 0.02 - depth / 2], [width - 0.06, 0.02, 0.04]),
        ),
      ),
    ],
  },
]

/** An open bowl with round corners that rests on `at`. */
function vessel(
  [x, y, z]: [number, number, number],
  [width, depth]: [number, number],
  height: number,
) {
  const ring = (inset: number, up: number, radius: number) =>
    roundedRing([x, y + up, z], [width - 2 * inset, depth - 2 * inset], radius)
  return loft([
    ring(0.05, 0, 0.05),
    ring(0, height, 0.07),
    ring(0.014, height, 0.06),
    ring(0.06, 0.03, 0.05),
  ])
}
