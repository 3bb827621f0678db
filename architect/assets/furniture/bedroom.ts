import { type Asset, clearFront, fourPlaces, part, type Size } from '../asset.ts'
import { box, roundedBox, taperedBox } from '../shapes/box.ts'

// Mattresses: 90, 140, 160 and 180 by 200 cm, the usual European sizes (EN 1334 defines how they
// are measured), and 193 cm for the American king; frames add 3 cm a side and 6 cm for the
// headboard.

const FRAME_M = 0.03
const HEADBOARD_M = 0.06

/** Head at the back, feet to the front. */
function bedParts({ width, height, depth }: Size, pillows: number) {
  const inner = width - 2 * FRAME_M
  const long = depth - HEADBOARD_M - FRAME_M
  const middle = (HEADBOARD_M - FRAME_M) / 2
  const pillow = inner / pillows - 0.08
  return [
    part(
      'body',
      'wood_oak',
      roundedBox([0, 0.15, HEADBOARD_M / 2], [width, 0.16, depth - HEADBOARD_M], 0.015),
      roundedBox([0, 0.12, (HEADBOARD_M - depth) / 2], [width, height - 0.12, HEADBOARD_M], 0.02),
    ),
    part(
      'legs',
      'wood_oak',
      ...fourPlaces({ width, height, depth }, 0.09).map((at) =>
        taperedBox(at, [0.06, 0.16, 0.06], 0.7),
      ),
    ),
    part('mattress', 'wood_white', roundedBox([0, 0.29, middle], [inner, 0.2, long], 0.05, 2)),
    part(
      'cover',
      'fabric_blue',
      roundedBox(
        [0, 0.34, middle + long * 0.16 + 0.002],
        [inner + 0.03, 0.19, long * 0.68],
        0.06,
        2,
      ),
    ),
    part(
      'pillows',
      'wood_white',
      ...Array.from({ length: pillows }, (_, index) =>
        roundedBox(
          [(index - (pillows - 1) / 2) * (inner / pillows), 0.46, middle - long / 2 + 0.28],
          [pillow, 0.13, 0.42],
          0.06,
          2,
        ),
      ),
    ),
  ]
}

function bed(name: string, label: string, mattress: number): Asset {
  const isSingle = mattress < 1.2
  return {
    name,
    label,
    category: 'bedroom',
    dimensions: { width: mattress + 2 * FRAME_M, height: 1, depth: 2 + HEADBOARD_M + FRAME_M },
    attach: 'floor',
    // 0.6 m to get out and to make it; a single bed may stand with one side at a wall.
    clearance: { front: 0.6, back: 0, left: isSingle ? 0 : 0.6, right: 0.6 },
    parts: (size) => bedParts(size, isSingle ? 1 : 2),
  }
}

/** Doors from floor to top in leaves of about half a metre. */
function wardrobeParts({ width, height, depth }: Size) {
  const leaves = Math.max(1, Math.round(width / 0.5))
  const leaf = width / leaves
  const places = Array.from({ length: leaves }, (_, index) => (index - (leaves - 1) / 2) * leaf)
  return [
    part('body', 'wood_white', box([0, 0.08, -0.013], [width, height - 0.08, depth - 0.026])),
    part('plinth', 'wood_white', box([0, 0, -0.03], [width - 0.02, 0.09, depth - 0.06])),
    part(
      'doors',
      'wood_white',
      ...places.map((x) =>
        roundedBox([x, 0.083, depth / 2 - 0.019], [leaf - 0.005, height - 0.089, 0.02], 0.004),
      ),
    ),
    part(
      'handles',
      'brass',
      ...places.map((x, index) =>
        box(
          [x + (index % 2 === 0 ? 1 : -1) * (leaf / 2 - 0.05), 0.95, depth / 2 - 0.0045],
          [0.012, 0.3, 0.009],
        ),
      ),
    ),
  ]
}

/** A chest of `rows` drawers. */
function drawerParts({ width, height, depth }: Size, rows: number, feet: number) {
  const row = (height - feet - 0.03) / rows
  return [
    part(
      'body',
      'wood_oak',
      roundedBox([0, feet, -0.012], [width, height - feet, depth - 0.024], 0.008),
    ),
    part(
      'legs',
      'wood_oak',
      ...fourPlaces({ width, height, depth }, 0.06).map((at) =>
        taperedBox(at, [0.04, feet + 0.01, 0.04], 0.6),
      ),
    ),
    part(
      'drawers',
      'wood_oak',
      ...Array.from({ length: rows }, (_, index) =>
        roundedBox(
          [0, feet + 0.015 + index * row, depth / 2 - 0.022],
          [width - 0.03, row - 0.012, 0.02],
          0.004,
        ),
      ),
    ),
    part(
      'handles',
      'brass',
      ...Array.from({ length: rows }, (_, index) =>
        box(
          [0, feet + 0.015 + (index + 0.55) * row, depth / 2 - 0.006],
          [Math.min(0.16, width / 3), 0.012, 0.012],
        ),
      ),
    ),
  ]
}

export const BEDROOM: Asset[] = [
  bed('bed_single', 'Single bed, 90 x 200', 0.9),
  bed('bed_small_double', 'Small double bed, 140 x 200', 1.4),
  bed('bed_double', 'Double bed, 160 x 200', 1.6),
  bed('bed_queen', 'Large double bed, 180 x 200', 1.8),
  bed('bed_king', 'King bed, 193 x 200', 1.93),
  {
    name: 'bedside_table',
    label: 'Bedside table',
    category: 'bedroom',
    dimensions: { width: 0.45, height: 0.5, depth: 0.4 },
    attach: 'floor',
    clearance: clearFront(0.3),
    surfaceHeight: 0.5,
    parts: (size) => drawerParts(size, 2, 0.14),
  },
  {
    name: 'wardrobe',
    label: 'Wardrobe',
    category: 'bedroom',
    dimensions: { width: 1.5, height: 2.2, depth: 0.6 },
    attach: 'floor',
    clearance: clearFront(0.7),
    resizable: { width: [0.5, 4], height: [1.8, 2.6] },
    parts: wardrobeParts,
  },
  {
    name: 'chest_of_drawers',
    label: 'Chest of drawers',
    category: 'bedroom',
    dimensions: { width: 1, height: 0.85, depth: 0.48 },
    attach: 'floor',
    clearance: clearFront(0.7),
    surfaceHeight: 0.85,
    resizable: { width: [0.6, 1.6] },
    parts: (size) => drawerParts(size, 4, 0.12),
  },
  {
    name: 'bunk_bed',
    label: 'Bunk bed, 90 x 200',
    category: 'bedroom',
    dimensions: { width: 0.98, height: 1.7, depth: 2.08 },
    attach: 'floor',
    clearance: { front: 0.4, back: 0, left: 0, right: 0.6 },
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'wood_pine',
        ...fourPlaces({ width, height, depth }, 0.035).map((at) => box(at, [0.07, height, 0.07])),
        ...[0.22, 1.12].flatMap((y) => [
          box([0, y, 0], [width - 0.04, 0.12, depth - 0.04]),
          box([0.03 - width / 2, y + 0.3, 0], [0.03, 0.09, depth - 0.1]),
          box([0, y + 0.3, 0.03 - depth / 2], [width - 0.1, 0.09, 0.03]),
        ]),
        ...[0.2, 0.48, 0.76, 1.04].map((y) =>
          box([width / 2 - 0.03, y, depth / 2 - 0.26], [0.03, 0.04, 0.4]),
        ),
        box([width / 2 - 0.03, 0, depth / 2 - 0.46], [0.04, 1.5, 0.04]),
      ),
      part(
        'mattress',
        'wood_white',
        ...[0.3, 1.2].map((y) => roundedBox([0, y, 0], [width - 0.08, 0.16, depth - 0.08], 0.04)),
      ),
      part(
        'cover',
        'fabric_green',
        ...[0.33, 1.23].map((y) =>
          roundedBox([0, y, 0.3], [width - 0.07, 0.15, depth - 0.75], 0.04),
        ),
      ),
      part(
        'pillows',
        'wood_white',
        ...[0.44, 1.34].map((y) =>
          roundedBox([0, y, 0.3 - depth / 2], [width - 0.3, 0.1, 0.4], 0.045, 2),
        ),
      ),
    ],
  },
  {
    name: 'cot',
    label: 'Cot, 60 x 120',
    category: 'bedroom',
    dimensions: { width: 0.66, height: 0.85, depth: 1.26 },
    attach: 'floor',
    clearance: { front: 0, back: 0, left: 0, right: 0.6 },
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'wood_white',
        ...fourPlaces({ width, height, depth }, 0.025).map((at) => box(at, [0.05, height, 0.05])),
        ...[-1, 1].flatMap((side) => [
          ...[0.2, height - 0.05].map((y) =>
            box([side * (width / 2 - 0.02), y, 0], [0.025, 0.04, depth - 0.06]),
          ),
          ...[0.2, height - 0.05].map((y) =>
            box([0, y, side * (depth / 2 - 0.02)], [width - 0.06, 0.04, 0.025]),
          ),
          ...Array.from({ length: 11 }, (_, index) =>
            box(
              [side * (width / 2 - 0.02), 0.22, (index - 5) * 0.1],
              [0.015, height - 0.25, 0.015],
            ),
          ),
          ...Array.from({ length: 5 }, (_, index) =>
            box(
              [(index - 2) * 0.1, 0.22, side * (depth / 2 - 0.02)],
              [0.015, height - 0.25, 0.015],
            ),
          ),
        ]),
        box([0, 0.3, 0], [width - 0.06, 0.03, depth - 0.06]),
      ),
      part(
        'mattress',
        'wood_white',
        roundedBox([0, 0.32, 0], [width - 0.07, 0.1, depth - 0.07], 0.03),
      ),
      part(
        'cover',
        'paint_sage',
        roundedBox([0, 0.36, 0.15], [width - 0.1, 0.09, depth - 0.45], 0.03),
      ),
    ],
  },
  {
    name: 'dressing_table',
    label: 'Dressing table with mirror',
    category: 'bedroom',
    dimensions: { width: 1, height: 1.4, depth: 0.45 },
    attach: 'floor',
    clearance: clearFront(0.7),
    parts: ({ width, height, depth }) => [
      part('body', 'wood_white', roundedBox([0, 0.6, 0], [width, 0.16, depth], 0.01)),
      part(
        'legs',
        'wood_oak',
        ...fourPlaces({ width, height, depth }, 0.05).map((at) =>
          taperedBox(at, [0.045, 0.61, 0.045], 0.6),
        ),
      ),
      part('mirror', 'mirror', box([0, 0.8, 0.045 - depth / 2], [0.56, height - 0.82, 0.008])),
      part('frame', 'wood_oak', box([0, 0.755, 0.028 - depth / 2], [0.6, height - 0.755, 0.03])),
    ],
  },
]
