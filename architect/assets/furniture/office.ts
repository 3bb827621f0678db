import { type Asset, clearFront, NO_CLEARANCE, part, type Size } from '../asset.ts'
import { box, roundedBox } from '../shapes/box.ts'
import { cylinder } from '../shapes/lathe.ts'

// Desks of 1.6 by 0.8 m at 0.74 m with 1 m to move behind them (EN 527-1, ASR A1.2); 0.7 m of table
// edge a person in a meeting.

/** A top on two trestles of black metal. */
function frameTableParts({ width, height, depth }: Size) {
  return [
    part('top', 'wood_oak', roundedBox([0, height - 0.03, 0], [width, 0.03, depth], 0.008)),
    part(
      'legs',
      'black_metal',
      ...[-1, 1].flatMap((side) => [
        box([side * (width / 2 - 0.1), 0, 0], [0.06, 0.03, depth - 0.1]),
        box([side * (width / 2 - 0.1), 0, 0], [0.06, height - 0.02, 0.08]),
        box([side * (width / 2 - 0.1), height - 0.05, 0], [0.06, 0.025, depth - 0.1]),
      ]),
      box([0, height - 0.06, 0], [width - 0.2, 0.03, 0.04]),
    ),
  ]
}

export const OFFICE: Asset[] = [
  {
    name: 'desk',
    label: 'Desk',
    category: 'office',
    dimensions: { width: 1.4, height: 0.74, depth: 0.7 },
    attach: 'floor',
    // The front is where one sits.
    clearance: clearFront(1),
    surfaceHeight: 0.74,
    resizable: { width: [0.9, 2], depth: [0.6, 0.9] },
    parts: (size) => frameTableParts(size),
  },
  {
    name: 'office_chair',
    label: 'Office chair',
    category: 'office',
    dimensions: { width: 0.62, height: 1, depth: 0.62 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'fabric_charcoal',
        roundedBox([0, 0.43, 0.03], [0.48, 0.08, 0.46], 0.035, 2),
        roundedBox([0, 0.55, 0.08 - depth / 2], [0.45, height - 0.55, 0.07], 0.03, 2),
      ),
      part(
        'legs',
        'black_metal',
        box([0, 0.05, 0], [width, 0.03, 0.05]),
        box([0, 0.05, 0], [0.05, 0.03, depth]),
        ...[-1, 1].flatMap((side) => [
          cylinder([side * (width / 2 - 0.035), 0, 0], 0.025, 0.055, 8),
          cylinder([0, 0, side * (depth / 2 - 0.035)], 0.025, 0.055, 8),
          roundedBox([side * 0.26, 0.64, 0], [0.05, 0.03, 0.26], 0.01),
          box([side * 0.26, 0.46, 0], [0.025, 0.19, 0.04]),
        ]),
        cylinder([0, 0.06, 0], 0.028, 0.38, 10),
        box([0, 0.43, -0.1], [0.55, 0.035, 0.06]),
        box([0, 0.45, 0.055 - depth / 2], [0.07, 0.3, 0.03]),
      ),
    ],
  },
  {
    name: 'filing_cabinet',
    label: 'Filing cabinet',
    category: 'office',
    dimensions: { width: 0.8, height: 1.1, depth: 0.45 },
    attach: 'floor',
    clearance: clearFront(0.7),
    surfaceHeight: 1.1,
    resizable: { width: [0.4, 1.6], height: [0.7, 2] },
    parts: ({ width, height, depth }) => {
      const rows = Math.max(2, Math.round(height / 0.36))
      const tall = (height - 0.05) / rows
      return [
        part('body', 'plaster_grey', box([0, 0, -0.01], [width, height, depth - 0.02])),
        part(
          'drawers',
          'plaster_grey',
          ...Array.from({ length: rows }, (_, row) =>
            roundedBox(
              [0, 0.04 + row * tall, depth / 2 - 0.024],
              [width - 0.02, tall - 0.012, 0.02],
              0.004,
            ),
          ),
        ),
        part(
          'handles',
          'black_metal',
          ...Array.from({ length: rows }, (_, row) =>
            box(
              [0, 0.04 + (row + 0.62) * tall, depth / 2 - 0.005],
              [Math.min(0.14, width / 3), 0.014, 0.01],
            ),
          ),
        ),
      ]
    },
  },
  {
    name: 'meeting_table',
    label: 'Meeting table',
    category: 'office',
    dimensions: { width: 2.4, height: 0.74, depth: 1.1 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    surfaceHeight: 0.74,
    resizable: { width: [1.2, 5], depth: [0.9, 1.6] },
    parts: frameTableParts,
  },
  {
    name: 'monitor',
    label: 'Computer screen',
    category: 'office',
    dimensions: { width: 0.6, height: 0.46, depth: 0.2 },
    attach: 'surface',
    clearance: NO_CLEARANCE,
    parts: ({ width, height, depth }) => [
      part(
        'body',
        'black_metal',
        roundedBox([0, height - 0.35, 0], [width, 0.35, 0.03], 0.006),
        box([0, 0.005, -0.02], [0.05, 0.2, 0.02]),
        roundedBox([0, 0, 0], [0.24, 0.012, depth], 0.004),
      ),
      part('screen', 'fabric_blue', box([0, height - 0.34, 0.015], [width - 0.02, 0.33, 0.004])),
    ],
  },
]
