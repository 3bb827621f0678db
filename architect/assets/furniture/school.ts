import { type Asset, clearFront, NO_CLEARANCE, part } from '../asset.ts'
import { box, roundedBox, taperedBox } from '../shapes/box.ts'
import { extrude } from '../shapes/sweep.ts'

// Size 6 of EN 1729 for pupils from about 1.6 m: desk 0.76 m and seat 0.46 m high. Rows want 0.85 m
// behind a desk.

export const SCHOOL: Asset[] = [
  {
    name: 'pupil_desk',
    label: 'Desk for one pupil',
    category: 'school',
    dimensions: { width: 0.7, height: 0.76, depth: 0.5 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    surfaceHeight: 0.76,
    resizable: { width: [0.6, 1.4] },
    parts: ({ width, height, depth }) => [
      part('top', 'wood_pine', roundedBox([0, height - 0.022, 0], [width, 0.022, depth], 0.008)),
      part(
        'legs',
        'steel',
        ...[-1, 1].flatMap((side) => [
          box([side * (width / 2 - 0.04), 0, 0], [0.035, 0.025, depth - 0.02]),
          box([side * (width / 2 - 0.04), 0.02, 0.04], [0.035, height - 0.04, 0.04]),
        ]),
        box([0, height - 0.09, 0.04], [width - 0.08, 0.04, 0.025]),
      ),
    ],
  },
  {
    name: 'pupil_chair',
    label: 'Chair for a pupil',
    category: 'school',
    dimensions: { width: 0.4, height: 0.8, depth: 0.46 },
    attach: 'floor',
    clearance: NO_CLEARANCE,
    parts: ({ width, height, depth }) => [
      part(
        'seat',
        'paint_blue',
        roundedBox([0, 0.44, 0.03], [width, 0.025, depth - 0.06], 0.01),
        roundedBox([0, height - 0.22, 0.015 - depth / 2], [width - 0.02, 0.22, 0.03], 0.012),
      ),
      part(
        'legs',
        'steel',
        ...[-1, 1].flatMap((side) => [
          taperedBox([side * (width / 2 - 0.04), 0, depth / 2 - 0.02], [0.03, 0.45, 0.03], 0.8),
          taperedBox(
            [side * (width / 2 - 0.04), 0, 0.05 - depth / 2],
            [0.03, height - 0.1, 0.03],
            0.8,
          ),
        ]),
      ),
    ],
  },
  {
    name: 'teacher_desk',
    label: 'Teacher’s desk',
    category: 'school',
    dimensions: { width: 1.4, height: 0.76, depth: 0.7 },
    attach: 'floor',
    clearance: clearFront(0.9),
    surfaceHeight: 0.76,
    resizable: { width: [1.2, 1.8] },
    parts: ({ width, height, depth }) => [
      part('top', 'wood_oak', roundedBox([0, height - 0.03, 0], [width, 0.03, depth], 0.008)),
      part(
        'body',
        'wood_white',
        ...[-1, 1].map((side) =>
          box([side * (width / 2 - 0.03), 0, 0], [0.03, height - 0.02, depth - 0.06]),
        ),
        box([0, 0.25, 0.06 - depth / 2], [width - 0.06, height - 0.28, 0.02]),
        box([width / 2 - 0.25, 0.15, 0.02], [0.42, height - 0.17, depth - 0.14]),
      ),
    ],
  },
  {
    name: 'school_board',
    label: 'Board to write on',
    category: 'school',
    dimensions: { width: 3, height: 1.25, depth: 0.08 },
    attach: 'wall',
    mountHeight: 0.85,
    clearance: clearFront(0.6),
    resizable: { width: [1.2, 4] },
    parts: ({ width, height, depth }) => [
      part('frame', 'steel', box([0, 0.02, 0.015 - depth / 2], [width, height - 0.02, 0.03])),
      part(
        'board',
        'ceramic',
        box([0, 0.05, 0.035 - depth / 2], [width - 0.04, height - 0.07, 0.01]),
      ),
      part(
        'tray',
        'steel',
        extrude(
          [
            [-depth / 2, 0],
            [depth / 2, 0],
            [depth / 2, 0.025],
            [depth / 2 - 0.012, 0.012],
            [-depth / 2, 0.012],
          ],
          -width / 2 + 0.1,
          width / 2 - 0.1,
        ),
      ),
    ],
  },
  {
    name: 'lockers',
    label: 'Lockers',
    category: 'school',
    dimensions: { width: 1.2, height: 1.8, depth: 0.5 },
    attach: 'floor',
    clearance: clearFront(0.7),
    resizable: { width: [0.3, 6] },
    parts: ({ width, height, depth }) => {
      const columns = Math.max(1, Math.round(width / 0.3))
      const leaf = width / columns
      const doors = Array.from({ length: columns * 2 }, (_, index) => ({
        x: ((index % columns) - (columns - 1) / 2) * leaf,
        y: 0.1 + (index < columns ? 0 : (height - 0.12) / 2),
      }))
      return [
        part(
          'body',
          'plaster_grey',
          box([0, 0.08, -0.01], [width, height - 0.08, depth - 0.02]),
          box([0, 0, -0.03], [width - 0.04, 0.09, depth - 0.1]),
        ),
        part(
          'doors',
          'paint_blue',
          ...doors.map(({ x, y }) =>
            box([x, y, depth / 2 - 0.016], [leaf - 0.014, (height - 0.12) / 2 - 0.014, 0.016]),
          ),
        ),
        part(
          'handles',
          'black_metal',
          ...doors.map(({ x, y }) =>
            box([x + leaf / 2 - 0.04, y + 0.4, depth / 2 - 0.004], [0.016, 0.05, 0.008]),
          ),
        ),
      ]
    },
  },
  {
    name: 'school_bench',
    label: 'Bench',
    category: 'school',
    dimensions: { width: 1.5, height: 0.45, depth: 0.38 },
    attach: 'floor',
    clearance: clearFront(0.5),
    surfaceHeight: 0.45,
    resizable: { width: [0.8, 3] },
    parts: ({ width, height, depth }) => [
      part(
        'seat',
        'wood_pine',
        ...[-1, 0, 1].map((place) =>
          roundedBox(
            [0, height - 0.035, (place * (depth - 0.12)) / 2],
            [width, 0.035, 0.12],
            0.008,
          ),
        ),
      ),
      part(
        'legs',
        'black_metal',
        ...[-1, 1].map((side) =>
          box([side * (width / 2 - 0.15), 0, 0], [0.05, height - 0.03, depth - 0.06]),
        ),
      ),
    ],
  },
]
