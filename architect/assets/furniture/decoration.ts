import { type Asset, NO_CLEARANCE, part } from '../asset.ts'
import { box, roundedBox } from '../shapes/box.ts'
import { cylinder, lathe } from '../shapes/lathe.ts'

// The middle of a picture hangs at 1.5 m, the height of the eyes. Rugs come in 1.6 x 2.3, 2 x 3 and 2.4 x 3.4 m.

const RUG_M = 0.012

function picture(name: string, label: string, width: number, height: number): Asset {
  return {
    name,
    label,
    category: 'decoration',
    dimensions: { width, height, depth: 0.03 },
    attach: 'wall',
    mountHeight: 1.5 - height / 2,
    clearance: NO_CLEARANCE,
    resizable: { width: [0.2, 2], height: [0.2, 1.5] },
    parts: (size) => {
      const inner = [size.width - 0.05, size.height - 0.05]
      return [
        part(
          'frame',
          'wood_oak',
          box([0, 0, -0.002], [size.width, size.height, size.depth - 0.004]),
        ),
        part(
          'picture',
          'plaster_white',
          box([0, 0.025, size.depth / 2 - 0.005], [inner[0], inner[1], 0.008]),
        ),
        part(
          'ink',
          'paint_clay',
          box(
            [-inner[0] * 0.14, 0.025 + inner[1] * 0.42, size.depth / 2 - 0.004],
            [inner[0] * 0.3, inner[1] * 0.3, 0.008],
          ),
        ),
        part(
          'ink',
          'paint_blue',
          box(
            [inner[0] * 0.1, 0.025 + inner[1] * 0.16, size.depth / 2 - 0.0045],
            [inner[0] * 0.5, inner[1] * 0.34, 0.009],
          ),
        ),
      ]
    },
  }
}

export const DECORATION: Asset[] = [
  {
    name: 'rug',
    label: 'Rug',
    category: 'decoration',
    dimensions: { width: 2.3, height: RUG_M, depth: 1.6 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    isWalkable: true,
    resizable: { width: [0.6, 4], depth: [0.5, 3] },
    parts: ({ width, height, depth }) => [
      part('border', 'fabric_charcoal', box([0, 0, 0], [width, height - 0.002, depth])),
      part(
        'body',
        'plaster_warm',
        box([0, 0.001, 0], [width - 0.12, height - 0.001, depth - 0.12]),
      ),
    ],
  },
  {
    name: 'rug_round',
    label: 'Round rug',
    category: 'decoration',
    dimensions: { width: 1.6, height: RUG_M, depth: 1.6 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    isWalkable: true,
    parts: ({ width, height }) => [
      part('border', 'plaster_warm', cylinder([0, 0, 0], width / 2, height - 0.002, 32)),
      part('body', 'paint_sage', cylinder([0, 0.001, 0], width / 2 - 0.06, height - 0.001, 32)),
    ],
  },
  {
    name: 'plant_large',
    label: 'Large plant in a pot',
    category: 'decoration',
    dimensions: { width: 0.6, height: 1.5, depth: 0.6 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    parts: ({ width, height }) => plantParts(width, height, 0.34),
  },
  {
    name: 'plant_small',
    label: 'Small plant in a pot',
    category: 'decoration',
    dimensions: { width: 0.26, height: 0.34, depth: 0.26 },
    attach: 'surface',
    clearance: NO_CLEARANCE,
    parts: ({ width, height }) => plantParts(width, height, 0.12),
  },
  {
    name: 'vase',
    label: 'Vase',
    category: 'decoration',
    dimensions: { width: 0.18, height: 0.3, depth: 0.18 },
    attach: 'surface',
    clearance: NO_CLEARANCE,
    parts: ({ width, height }) => [
      part(
        'body',
        'paint_blue',
        lathe(
          [0, 0, 0],
          [
            [width * 0.28, 0],
            [width * 0.46, height * 0.2],
            [width / 2, height * 0.4],
            [width * 0.34, height * 0.72],
            [width * 0.2, height * 0.86],
            [width * 0.28, height],
            [width * 0.22, height],
            [0, height * 0.8],
          ],
          { segments: 20 },
        ),
      ),
    ],
  },
  picture('picture_small', 'Small picture', 0.5, 0.7),
  picture('picture_large', 'Large picture', 1.2, 0.8),
  {
    name: 'wall_shelf',
    label: 'Shelf on the wall',
    category: 'decoration',
    dimensions: { width: 0.9, height: 0.26, depth: 0.22 },
    attach: 'wall',
    mountHeight: 1.4,
    clearance: NO_CLEARANCE,
    resizable: { width: [0.4, 2.4] },
    parts: ({ width, height, depth }) => [
      part('body', 'wood_oak', roundedBox([0, 0, 0], [width, 0.035, depth], 0.006)),
      part(
        'books',
        'fabric_blue',
        ...[0, 1, 2].map((index) =>
          box(
            [0.06 - width / 2 + index * 0.045, 0.034, -0.02],
            [0.038, [height - 0.034, 0.2, 0.17][index], depth * 0.7],
          ),
        ),
      ),
      part(
        'bowl',
        'ceramic',
        lathe(
          [width * 0.25, 0.034, 0],
          [
            [0.03, 0],
            [0.07, 0.06],
            [0.062, 0.06],
            [0, 0.02],
          ],
          { segments: 12 },
        ),
      ),
    ],
  },
]

/** A pot with a bush of leaves that stand out in crowns above each other. */
function plantParts(width: number, height: number, pot: number) {
  const crowns = [
    { y: pot * 0.9, radius: 0.7, share: 0.45 },
    { y: pot + (height - pot) * 0.28, radius: 1, share: 0.42 },
    { y: pot + (height - pot) * 0.58, radius: 0.66, share: 0.42 },
  ]
  const tall = height - pot
  return [
    part(
      'pot',
      'tile_terracotta',
      lathe(
        [0, 0, 0],
        [
          [width * 0.2, 0],
          [width * 0.29, pot],
          [width * 0.25, pot],
          [width * 0.24, pot * 0.86],
          [0, pot * 0.86],
        ],
        { segments: 16 },
      ),
    ),
    part(
      'leaves',
      'plant',
      ...crowns.map(({ y, radius, share }) =>
        lathe(
          [0, y, 0],
          [
            [0.02, 0],
            [(radius * width) / 2, tall * share * 0.62],
            [radius * width * 0.3, tall * share * 0.66],
            [0, Math.min(tall * share, height - y)],
          ],
          { segments: 8 },
        ),
      ),
    ),
  ]
}
