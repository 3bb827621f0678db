import { type Asset, clearFront, fourPlaces, NO_CLEARANCE, part, type Size } from '../asset.ts'
import { box, roundedBox, taperedBox } from '../shapes/box.ts'
import { cylinder } from '../shapes/lathe.ts'

// Seats are 0.42 to 0.45 m high and places 0.6 to 0.7 m wide, as Neufert's Architects' Data and the
// makers' sheets have them; screens have the width of their diagonal by 16:9.

const FOOT_M = 0.12

function sofaParts({ width, height, depth }: Size, seats: number) {
  const arm = Math.min(0.16, width * 0.14)
  const inner = width - 2 * arm
  const seat = inner / seats
  const back = 0.2
  const cushions = Array.from({ length: seats }, (_, index) => (index - (seats - 1) / 2) * seat)
  return [
    part(
      'body',
      'fabric_linen',
      roundedBox([0, FOOT_M, 0.01 - back / 2], [inner, 0.16, depth - 0.02 - back], 0.03),
      roundedBox([0, FOOT_M, back / 2 - depth / 2], [width, height - FOOT_M - 0.1, back], 0.06, 2),
      ...[-1, 1].map((side) =>
        roundedBox(
          [(side * (width - arm)) / 2, FOOT_M, 0],
          [arm, height * 0.72 - FOOT_M, depth],
          0.06,
          2,
        ),
      ),
    ),
    part(
      'cushions',
      'fabric_linen',
      ...cushions.flatMap((x) => [
        roundedBox([x, FOOT_M + 0.14, back / 2], [seat - 0.01, 0.17, depth - back - 0.01], 0.05, 2),
        roundedBox([x, 0.42, back - depth / 2 + 0.07], [seat - 0.02, height - 0.42, 0.18], 0.07, 2),
      ]),
    ),
    part(
      'legs',
      'wood_walnut',
      ...fourPlaces({ width, height, depth }, 0.08).map((at) =>
        taperedBox(at, [0.05, FOOT_M + 0.02, 0.05], 0.6),
      ),
    ),
  ]
}

function sofa(name: string, label: string, seats: number, width: number): Asset {
  return {
    name,
    label,
    category: 'living',
    dimensions: { width, height: 0.85, depth: 0.92 },
    attach: 'floor',
    clearance: clearFront(0.4),
    parts: (size) => sofaParts(size, seats),
  }
}

function tableParts({ width, height, depth }: Size, thickness: number) {
  return [
    part(
      'top',
      'wood_oak',
      roundedBox([0, height - thickness, 0], [width, thickness, depth], 0.012),
    ),
    part(
      'legs',
      'wood_oak',
      ...fourPlaces({ width, height, depth }, 0.05).map((at) =>
        taperedBox(at, [0.045, height - thickness + 0.01, 0.045], 0.55),
      ),
    ),
  ]
}

export const LIVING: Asset[] = [
  sofa('sofa_three_seats', 'Sofa, three seats', 3, 2.2),
  sofa('sofa_two_seats', 'Sofa, two seats', 2, 1.6),
  {
    name: 'armchair',
    label: 'Armchair',
    category: 'living',
    dimensions: { width: 0.8, height: 0.82, depth: 0.85 },
    attach: 'floor',
    clearance: clearFront(0.35),
    parts: (size) => sofaParts(size, 1),
  },
  {
    name: 'coffee_table',
    label: 'Coffee table',
    category: 'living',
    dimensions: { width: 1.1, height: 0.4, depth: 0.6 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    surfaceHeight: 0.4,
    resizable: { width: [0.6, 1.4], depth: [0.5, 0.8] },
    parts: (size) => tableParts(size, 0.035),
  },
  {
    name: 'side_table',
    label: 'Side table',
    category: 'living',
    dimensions: { width: 0.45, height: 0.52, depth: 0.45 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    surfaceHeight: 0.52,
    parts: ({ width, height }) => [
      part('top', 'wood_walnut', cylinder([0, height - 0.025, 0], width / 2, 0.025, 20)),
      part(
        'legs',
        'black_metal',
        cylinder([0, 0.015, 0], 0.018, height - 0.04, 8),
        cylinder([0, 0, 0], width * 0.34, 0.015),
      ),
    ],
  },
  {
    name: 'tv_stand',
    label: 'Television on a low board',
    category: 'living',
    dimensions: { width: 1.6, height: 1.2, depth: 0.42 },
    attach: 'floor',
    clearance: clearFront(0.6),
    resizable: { width: [1.4, 2.4] },
    parts: ({ width, height, depth }) => {
      const screen = [1.23, 0.69] as const
      return [
        part('body', 'wood_oak', roundedBox([0, 0.1, 0], [width, 0.38, depth], 0.012)),
        part(
          'doors',
          'wood_white',
          ...[-1, 0, 1].map((place) =>
            box([(place * width) / 3, 0.13, depth / 2 - 0.006], [width / 3 - 0.02, 0.32, 0.01]),
          ),
        ),
        part(
          'legs',
          'black_metal',
          ...[-0.38, 0.38].map((share) => box([share * width, 0, 0], [0.05, 0.11, depth - 0.1])),
        ),
        part(
          'screen',
          'black_metal',
          roundedBox([0, height - screen[1], -0.06], [screen[0], screen[1], 0.04], 0.008),
          box([0, 0.47, -0.06], [0.08, 0.06, 0.03]),
          box([0, 0.475, -0.05], [0.5, 0.015, 0.2]),
        ),
      ]
    },
  },
  {
    name: 'bookshelf',
    label: 'Bookshelf',
    category: 'living',
    dimensions: { width: 0.8, height: 2, depth: 0.3 },
    attach: 'floor',
    clearance: clearFront(0.6),
    resizable: { width: [0.4, 1.6], height: [0.8, 2.4] },
    parts: ({ width, height, depth }) => {
      const boards = Math.max(3, Math.round(height / 0.36) + 1)
      const step = (height - 0.025) / (boards - 1)
      return [
        part(
          'body',
          'wood_oak',
          ...[-1, 1].map((side) =>
            box([side * (width / 2 - 0.0125), 0, 0], [0.025, height, depth]),
          ),
          ...Array.from({ length: boards }, (_, index) =>
            box([0, index * step, 0.004], [width - 0.05, 0.025, depth - 0.008]),
          ),
          box([0, 0.01, 0.004 - depth / 2], [width - 0.05, height - 0.02, 0.008]),
        ),
        ...booksOf(width, depth, step, boards - 1),
      ]
    },
  },
]

/** Books on all boards but the highest, leaning on nothing but a fixed list of widths. */
function booksOf(width: number, depth: number, step: number, shelves: number) {
  const presets = ['fabric_blue', 'brick_red', 'plaster_warm', 'fabric_green'] as const
  const rows = presets.map((): ReturnType<typeof box>[] => [])
  for (let shelf = 0; shelf < shelves; shelf++) {
    const share = [0.8, 0.45, 0.7, 0.3, 0.6, 0.5, 0.75][shelf % 7]
    const blocks = Math.max(2, Math.round((width * share) / 0.12))
    const each = ((width - 0.06) * share) / blocks
    for (let block = 0; block < blocks; block++) {
      const tall = Math.min(step - 0.06, [0.24, 0.21, 0.26, 0.19][(block + shelf) % 4])
      const x = 0.03 - width / 2 + each * (block + 0.5)
      rows[(block + 2 * shelf) % 4].push(
        box([x, shelf * step + 0.025, -0.02], [each - 0.004, tall, depth * 0.68]),
      )
    }
  }
  return presets.flatMap((preset, index) =>
    rows[index].length > 0 ? [part('books', preset, ...rows[index])] : [],
  )
}
