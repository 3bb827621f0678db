import { type Asset, clearFront, fourPlaces, NO_CLEARANCE, part, type Size } from '../asset.ts'
import { roundedBox, taperedBox } from '../shapes/box.ts'
import { lathe } from '../shapes/lathe.ts'

// 0.6 m of edge and 0.4 m of depth a place, tops 0.74 to 0.76 m high (DIN 68880, Neufert).

function diningTableParts({ width, height, depth }: Size) {
  return [
    part('top', 'wood_oak', roundedBox([0, height - 0.035, 0], [width, 0.035, depth], 0.012)),
    part(
      'legs',
      'wood_oak',
      roundedBox([0, height - 0.105, 0], [width - 0.2, 0.075, depth - 0.2], 0.006),
      ...fourPlaces({ width, height, depth }, 0.07).map((at) =>
        taperedBox(at, [0.075, height - 0.03, 0.075], 0.6),
      ),
    ),
  ]
}

function diningTable(seats: number, width: number, depth: number): Asset {
  return {
    name: `dining_table_${seats}`,
    label: `Dining table for ${seats}`,
    category: 'dining',
    dimensions: { width, height: 0.75, depth },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    surfaceHeight: 0.75,
    resizable: { width: [0.7, 3.2], depth: [0.7, 1.2] },
    parts: diningTableParts,
  }
}

export const DINING: Asset[] = [
  diningTable(4, 1.2, 0.8),
  diningTable(6, 1.8, 0.9),
  diningTable(8, 2.4, 1),
  {
    name: 'dining_table_round',
    label: 'Round dining table for 4',
    category: 'dining',
    dimensions: { width: 1.1, height: 0.75, depth: 1.1 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    surfaceHeight: 0.75,
    parts: ({ width, height, depth }) => [
      part(
        'top',
        'wood_walnut',
        lathe(
          [0, height - 0.03, 0],
          [
            [width / 2 - 0.02, 0],
            [width / 2, 0.015],
            [width / 2, 0.03],
          ],
          { segments: 28, stretch: [1, depth / width] },
        ),
      ),
      part(
        'legs',
        'wood_walnut',
        lathe(
          [0, 0, 0],
          [
            [width * 0.27, 0],
            [width * 0.27, 0.02],
            [0.09, 0.06],
            [0.055, 0.2],
            [0.055, height - 0.12],
            [0.16, height - 0.03],
          ],
          { segments: 16 },
        ),
      ),
    ],
  },
  {
    name: 'dining_chair',
    label: 'Dining chair',
    category: 'dining',
    dimensions: { width: 0.46, height: 0.82, depth: 0.5 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    parts: ({ width, height, depth }) => [
      part(
        'seat',
        'fabric_charcoal',
        roundedBox([0, 0.42, 0.01], [width - 0.02, 0.05, depth - 0.04], 0.02),
      ),
      part(
        'body',
        'wood_oak',
        ...[-1, 1].flatMap((side) => [
          taperedBox([side * (width / 2 - 0.02), 0, depth / 2 - 0.02], [0.04, 0.43, 0.04], 0.7),
          taperedBox(
            [side * (width / 2 - 0.02), 0, 0.02 - depth / 2],
            [0.04, height - 0.04, 0.04],
            0.7,
          ),
        ]),
        roundedBox([0, height - 0.24, 0.016 - depth / 2], [width, 0.24, 0.032], 0.015),
      ),
    ],
  },
  {
    name: 'sideboard',
    label: 'Sideboard',
    category: 'dining',
    dimensions: { width: 1.8, height: 0.78, depth: 0.45 },
    attach: 'floor',
    clearance: clearFront(0.7),
    surfaceHeight: 0.78,
    resizable: { width: [1.2, 2.4] },
    parts: ({ width, height, depth }) => {
      const leaf = width / 4
      return [
        part(
          'body',
          'wood_walnut',
          roundedBox([0, 0.16, -0.01], [width, height - 0.16, depth - 0.02], 0.01),
        ),
        part(
          'doors',
          'wood_walnut',
          ...[-1.5, -0.5, 0.5, 1.5].map((place) =>
            roundedBox(
              [place * leaf, 0.175, depth / 2 - 0.01],
              [leaf - 0.012, height - 0.2, 0.02],
              0.004,
            ),
          ),
        ),
        part(
          'legs',
          'black_metal',
          ...fourPlaces({ width, height, depth }, 0.1).map((at) =>
            taperedBox(at, [0.03, 0.17, 0.03], 0.7),
          ),
        ),
      ]
    },
  },
]
