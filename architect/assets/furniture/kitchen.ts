import { type Asset, type AssetPart, clearFront, NO_CLEARANCE, part, type Size } from '../asset.ts'
import { box, roundedBox } from '../shapes/box.ts'
import { cylinder, lathe } from '../shapes/lathe.ts'
import { tube } from '../shapes/sweep.ts'

// The module of European kitchens: widths in steps of 0.15 or 0.1 m, mostly 0.6 m; 0.6 m deep,
// worktop at 0.9 m (EN 1116); wall units 0.35 m deep, 0.5 m above the worktop. A hood hangs 0.65 m
// above the hob.

const TOP_M = 0.04
const PLINTH_M = 0.1
/** Floor to stand on and to open a front of 0.6 m. */
const CLEAR = clearFront(0.9)

/** A cabinet with its worktop and `fronts` fronts in a row, each of `drawers` drawers. */
function baseParts({ width, height, depth }: Size, drawers: number[]): AssetPart[] {
  const each = width / drawers.length
  const low = PLINTH_M + 0.004
  const tall = height - TOP_M - low - 0.01
  const fronts = drawers.flatMap((rows, index) => {
    const x = (index - (drawers.length - 1) / 2) * each
    return Array.from({ length: rows }, (_, row) => ({
      x,
      y: low + (row * tall) / rows,
      tall: tall / rows,
    }))
  })
  return [
    part(
      'body',
      'wood_white',
      box([0, PLINTH_M, -0.03], [width, height - TOP_M - PLINTH_M, depth - 0.06]),
      box([0, 0, -0.05], [width, PLINTH_M + 0.01, depth - 0.1]),
    ),
    part(
      'fronts',
      'paint_sage',
      ...fronts.map(({ x, y, tall }) =>
        roundedBox([x, y, depth / 2 - 0.03], [each - 0.004, tall - 0.004, 0.022], 0.003),
      ),
    ),
    part(
      'handles',
      'brass',
      ...fronts.map(({ x, y, tall }) =>
        box([x, y + tall - 0.05, depth / 2 - 0.012], [Math.min(0.2, each / 2), 0.012, 0.016]),
      ),
    ),
    part('top', 'wood_oak', roundedBox([0, height - TOP_M, 0], [width, TOP_M, depth], 0.006)),
  ]
}

const runOf = ({ width }: Size): number[] =>
  Array.from({ length: Math.max(1, Math.round(width / 0.6)) }, (_, index) =>
    index % 3 === 1 ? 3 : 1,
  )

function base(
  name: string,
  label: string,
  width: number,
  rest: Partial<Asset> & Pick<Asset, 'parts'>,
): Asset {
  return {
    name,
    label,
    category: 'kitchen',
    dimensions: { width, height: 0.9, depth: 0.6 },
    attach: 'floor',
    clearance: CLEAR,
    ...rest,
  }
}

export const KITCHEN: Asset[] = [
  base('kitchen_base', 'Base cabinets with worktop', 0.6, {
    surfaceHeight: 0.9,
    resizable: { width: [0.3, 4] },
    parts: (size) => baseParts(size, runOf(size)),
  }),
  base('kitchen_sink', 'Sink unit', 0.8, {
    dimensions: { width: 0.8, height: 1.2, depth: 0.6 },
    resizable: { width: [0.6, 1.2] },
    parts: (size) => {
      const top = 0.9
      return [
        ...baseParts({ ...size, height: top }, [1, 1]),
        part(
          'sink',
          'steel',
          box([0, top - 0.002, 0.02], [0.5, 0.008, 0.42]),
          ...[-1, 1].map((side) => box([side * 0.245, top, 0.02], [0.012, 0.012, 0.42])),
        ),
        part('bowl', 'black_metal', roundedBox([0, top, 0.02], [0.44, 0.009, 0.36], 0.002)),
        part(
          'tap',
          'steel',
          cylinder([0, top, -0.23], 0.024, 0.03, 12),
          tube(
            [
              [0, top, -0.23],
              [0, size.height - 0.07, -0.23],
              [0, size.height - 0.024, -0.205],
              [0, size.height - 0.012, -0.16],
              [0, size.height - 0.024, -0.11],
              [0, size.height - 0.09, -0.09],
            ],
            0.0125,
          ),
        ),
      ]
    },
  }),
  base('kitchen_hob', 'Hob with oven', 0.6, {
    dimensions: { width: 0.6, height: 0.91, depth: 0.6 },
    parts: ({ width, height, depth }) => {
      const top = height - 0.01
      return [
        ...baseParts({ width, height: top, depth }, [1]).filter(({ name }) => name !== 'handles'),
        part(
          'oven',
          'black_metal',
          roundedBox([0, 0.2, depth / 2 - 0.02], [width - 0.02, 0.44, 0.018], 0.004),
        ),
        part(
          'handles',
          'steel',
          box([0, 0.58, depth / 2 - 0.006], [width - 0.14, 0.016, 0.012]),
          ...[-0.2, -0.1, 0.1, 0.2].map((x) =>
            box([x, 0.72, depth / 2 - 0.01], [0.03, 0.03, 0.018]),
          ),
        ),
        part('hob', 'black_metal', roundedBox([0, top, 0], [width - 0.03, 0.006, 0.5], 0.002)),
        part(
          'rings',
          'tile_grey',
          ...[
            [-0.14, 0.12, 0.09],
            [0.14, 0.12, 0.075],
            [-0.14, -0.12, 0.075],
            [0.14, -0.12, 0.09],
          ].map(([x, z, radius]) => cylinder([x, top + 0.004, z], radius, 0.006, 16)),
        ),
      ]
    },
  }),
  base('dishwasher', 'Dishwasher under the worktop', 0.6, {
    surfaceHeight: 0.9,
    parts: (size) => [
      ...baseParts(size, [1]).filter(({ name }) => name !== 'handles'),
      part('handles', 'steel', box([0, 0.76, size.depth / 2 - 0.008], [0.44, 0.018, 0.016])),
      part('screen', 'black_metal', box([0, 0.81, size.depth / 2 - 0.009], [0.12, 0.018, 0.006])),
    ],
  }),
  base('kitchen_corner', 'Corner cabinet', 0.6, {
    surfaceHeight: 0.9,
    clearance: NO_CLEARANCE,
    resizable: { width: [0.6, 0.7] },
    parts: (size) => baseParts(size, [1]).filter(({ name }) => name !== 'handles'),
  }),
  {
    name: 'kitchen_tall',
    label: 'Tall cabinet',
    category: 'kitchen',
    dimensions: { width: 0.6, height: 2.1, depth: 0.6 },
    attach: 'floor',
    clearance: CLEAR,
    parts: (size) => tallParts(size, [0.72, size.height - PLINTH_M - 0.72]),
  },
  {
    name: 'kitchen_oven_tower',
    label: 'Tall cabinet with oven',
    category: 'kitchen',
    dimensions: { width: 0.6, height: 2.1, depth: 0.6 },
    attach: 'floor',
    clearance: CLEAR,
    parts: (size) => [
      ...tallParts(size, [0.72, 0.6, size.height - PLINTH_M - 1.32]).map((made) =>
        made.name === 'handles' ? { ...made, preset: 'steel' as const } : made,
      ),
      part(
        'oven',
        'black_metal',
        roundedBox([0, 0.83, size.depth / 2 - 0.011], [0.56, 0.46, 0.01], 0.004),
      ),
    ],
  },
  {
    name: 'fridge',
    label: 'Fridge and freezer',
    category: 'kitchen',
    dimensions: { width: 0.6, height: 1.85, depth: 0.66 },
    attach: 'floor',
    clearance: CLEAR,
    resizable: { width: [0.55, 0.95] },
    parts: ({ width, height, depth }) => [
      part('body', 'steel', box([0, 0.03, -0.025], [width, height - 0.03, depth - 0.05])),
      part('plinth', 'black_metal', box([0, 0, -0.04], [width - 0.04, 0.04, depth - 0.1])),
      part(
        'doors',
        'steel',
        roundedBox([0, 0.05, depth / 2 - 0.06], [width, 0.62, 0.045], 0.012),
        roundedBox([0, 0.68, depth / 2 - 0.06], [width, height - 0.68, 0.045], 0.012),
      ),
      part(
        'handles',
        'black_metal',
        ...[
          [0.4, 0.25],
          [0.74, 0.45],
        ].map(([y, tall]) => box([width / 2 - 0.06, y, depth / 2 - 0.0095], [0.02, tall, 0.019])),
      ),
    ],
  },
  {
    name: 'kitchen_wall_cabinet',
    label: 'Wall cabinets',
    category: 'kitchen',
    dimensions: { width: 0.6, height: 0.7, depth: 0.35 },
    attach: 'wall',
    mountHeight: 1.4,
    clearance: NO_CLEARANCE,
    resizable: { width: [0.3, 4] },
    parts: ({ width, height, depth }) => {
      const leaves = Math.max(1, Math.round(width / 0.6))
      const leaf = width / leaves
      return [
        part('body', 'wood_white', box([0, 0, -0.01], [width, height, depth - 0.02])),
        part(
          'fronts',
          'paint_sage',
          ...Array.from({ length: leaves }, (_, index) =>
            roundedBox(
              [(index - (leaves - 1) / 2) * leaf, 0.003, depth / 2 - 0.011],
              [leaf - 0.004, height - 0.006, 0.022],
              0.003,
            ),
          ),
        ),
      ]
    },
  },
  {
    name: 'cooker_hood',
    label: 'Cooker hood',
    category: 'kitchen',
    dimensions: { width: 0.6, height: 0.9, depth: 0.5 },
    attach: 'wall',
    mountHeight: 1.55,
    clearance: NO_CLEARANCE,
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'steel',
        roundedBox([0, 0, 0], [width, 0.06, depth], 0.006),
        box([0, 0.05, 0.15 - depth / 2], [0.28, height - 0.05, 0.3]),
      ),
    ],
  },
  {
    name: 'kitchen_island',
    label: 'Kitchen island',
    category: 'kitchen',
    dimensions: { width: 1.8, height: 0.92, depth: 0.9 },
    attach: 'floor',
    clearance: { front: 0.9, back: 0.6, left: 0, right: 0 },
    surfaceHeight: 0.92,
    resizable: { width: [1.2, 3], depth: [0.6, 1.2] },
    parts: ({ width, height, depth }) => {
      const cabinets = baseParts(
        { width: width - 0.04, height: height, depth: depth * 0.7 },
        runOf({ width, height, depth }),
      )
      const back = part(
        'back',
        'paint_sage',
        box([0, 0, 0.02 - depth * 0.2], [width - 0.036, height - 0.01, depth * 0.35]),
      )
      return [
        ...cabinets
          .filter(({ name }) => name !== 'top')
          .map((made) => moved(made, depth * 0.15 - 0.02)),
        back,
        part('top', 'stone', roundedBox([0, height - TOP_M, 0], [width, TOP_M, depth], 0.006)),
      ]
    },
  },
  {
    name: 'bar_stool',
    label: 'Bar stool',
    category: 'kitchen',
    dimensions: { width: 0.4, height: 0.7, depth: 0.4 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    parts: ({ width, height }) => [
      part(
        'seat',
        'wood_oak',
        lathe(
          [0, height - 0.045, 0],
          [
            [width / 2 - 0.03, 0],
            [width / 2, 0.02],
            [width / 2 - 0.02, 0.045],
          ],
          { segments: 16 },
        ),
      ),
      part(
        'legs',
        'black_metal',
        cylinder([0, 0, 0], width * 0.46, 0.015),
        cylinder([0, 0.01, 0], 0.025, height - 0.05, 10),
        cylinder([0, 0.24, 0], width * 0.36, 0.015, 12),
      ),
    ],
  },
]

/** Fronts above each other on a plinth, of the heights given. */
function tallParts({ width, height, depth }: Size, fronts: number[]): AssetPart[] {
  const places = fronts.map((tall, index) => ({
    tall,
    y: PLINTH_M + fronts.slice(0, index).reduce((sum, under) => sum + under, 0),
  }))
  return [
    part(
      'body',
      'wood_white',
      box([0, PLINTH_M, -0.015], [width, height - PLINTH_M, depth - 0.03]),
      box([0, 0, -0.04], [width, PLINTH_M + 0.01, depth - 0.08]),
    ),
    part(
      'fronts',
      'paint_sage',
      ...places.map(({ y, tall }) =>
        roundedBox([0, y + 0.003, depth / 2 - 0.032], [width - 0.004, tall - 0.006, 0.022], 0.003),
      ),
    ),
    part(
      'handles',
      'brass',
      ...places.map(({ y, tall }, index) =>
        box(
          [0.22, index === 0 ? y + tall - 0.24 : y + 0.06, depth / 2 - 0.014],
          [0.014, 0.18, 0.028],
        ),
      ),
    ),
  ]
}

function moved(made: AssetPart, z: number): AssetPart {
  const positions = made.mesh.positions.map((value, index) => (index % 3 === 2 ? value + z : value))
  return { ...made, mesh: { ...made.mesh, positions } }
}
