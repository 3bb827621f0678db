import type { Point3 } from '../../geometry/vector.ts'
import { type Asset, NO_CLEARANCE, part } from '../asset.ts'
import { box, roundedBox } from '../shapes/box.ts'
import { cylinder, lathe } from '../shapes/lathe.ts'
import { loft } from '../shapes/loft.ts'

// The middle of a picture hangs at 1.5 m, the height of the eyes. Rugs come in 1.6 x 2.3, 2 x 3 and
// 2.4 x 3.4 m.

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
          box([0, 0.025, size.depth / 2 - 0.006], [inner[0], inner[1], 0.008]),
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
            [inner[0] * 0.1, 0.025 + inner[1] * 0.16, size.depth / 2 - 0.005],
            [inner[0] * 0.5, inner[1] * 0.34, 0.008],
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

/** A pot with leaves that bend out of it: four reach the sides, one the top. */
function plantParts(width: number, height: number, pot: number) {
  const tall = height - pot
  const leaves = Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6
    // Every third one is long and low, those between them rise.
    const [reach, rise] = [
      [0.5, 0.42],
      [0.36, 0.86],
      [0.42, 0.66],
    ][index % 3]
    return blade(
      [0, pot * 0.8, 0],
      [width * reach * Math.cos(angle), pot + tall * rise, -width * reach * Math.sin(angle)],
      width * 0.17,
      tall * 0.16,
    )
  })
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
      ...leaves,
      // Two leaves across each other: one alone, seen from its edge, is a line of dots.
      blade([0, pot * 0.8, 0], [width * 0.06, height, 0], width * 0.17, 0),
      blade([0, pot * 0.8, 0], [0, height, width * 0.06], width * 0.17, 0),
    ),
  ]
}

/** A leaf from its stalk to its tip, bent up in the middle, `wide` where it is widest. */
function blade(from: Point3, to: Point3, wide: number, bend: number) {
  const flat = Math.hypot(to[0] - from[0], to[2] - from[2])
  const side = [-(to[2] - from[2]) / flat, (to[0] - from[0]) / flat]
  const rings = [
    [0, 0.12, 0.006],
    [0.45, 0.8, 0.006],
    [0.72, 1, 0.005],
    [1, 0.02, 0.001],
  ].map(([share, width, thick]): Point3[] => {
    const lift = bend * Math.sin(share * Math.PI)
    const [x, y, z] = [0, 1, 2].map((axis) => from[axis] + (to[axis] - from[axis]) * share)
    const half = (wide * width) / 2
    const corner = (across: number, up: number): Point3 => [
      x + side[0] * half * across,
      y + lift + (up * thick) / 2,
      z + side[1] * half * across,
    ]
    return [corner(1, -1), corner(-1, -1), corner(-1, 1), corner(1, 1)]
  })
  return loft(rings)
}
