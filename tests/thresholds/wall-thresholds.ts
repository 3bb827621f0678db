import type { Scene } from '../../architect/scene/scene.ts'
import { sceneOf } from '../houses/scene-of.ts'
import { type Corner, type Threshold, wall } from './threshold.ts'

type Line = [start: Corner, end: Corner, rest?: object]
const walls = (...lines: Line[]): Scene =>
  sceneOf(...lines.map(([start, end, rest], index) => wall(`wall_${3 + index}`, start, end, rest)))

const ARC = { sagitta: 1 }

export const WALL_THRESHOLDS: Threshold[] = [
  {
    code: 'wall.duplicate',
    severity: 'error',
    rule: 'walls in a line may share 5 cm at a corner',
    clear: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [3.951, 0],
        [8, 0],
      ],
    ),
    found: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [3.949, 0],
        [8, 0],
      ],
    ),
  },
  {
    code: 'wall.duplicate',
    severity: 'error',
    rule: 'walls side by side may overlap by a millimetre',
    clear: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [0, -0.1991],
        [4, -0.1991],
      ],
    ),
    found: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [0, -0.1989],
        [4, -0.1989],
      ],
    ),
  },
  {
    code: 'wall.duplicate',
    severity: 'error',
    rule: 'arcs 5 cm apart are two arcs',
    clear: walls([[0, 0], [4, 0], ARC], [[0, -0.051], [4, -0.051], ARC]),
    found: walls([[0, 0], [4, 0], ARC], [[0, -0.049], [4, -0.049], ARC]),
  },
  {
    code: 'wall.duplicate',
    severity: 'error',
    rule: 'arcs drawn from opposite ends are two arcs when 5 cm apart',
    clear: walls([[0, 0], [4, 0], ARC], [[4, -0.051], [0, -0.051], { sagitta: -1 }]),
    found: walls([[0, 0], [4, 0], ARC], [[4, -0.049], [0, -0.049], { sagitta: -1 }]),
  },
  {
    code: 'wall.duplicate',
    severity: 'error',
    rule: 'the later wall is the duplicate when it sticks out by less than 10 cm',
    clear: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [4, 0],
        [8, 0],
      ],
    ),
    found: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [-0.099, 0],
        [3, 0],
      ],
    ),
    nodeIds: ['wall_4', 'wall_3'],
  },
  {
    code: 'wall.duplicate',
    severity: 'error',
    rule: 'the earlier wall is the duplicate when the later one sticks out by more than 10 cm',
    clear: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [4, 0],
        [8, 0],
      ],
    ),
    found: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [-0.101, 0],
        [3, 0],
      ],
    ),
    nodeIds: ['wall_3', 'wall_4'],
  },
  {
    code: 'wall.crossing_unjoined',
    severity: 'warning',
    rule: 'a wall crosses another when it ends more than half of both thicknesses beyond it',
    clear: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [2, -0.199],
        [2, 3],
      ],
    ),
    found: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [2, -0.201],
        [2, 3],
      ],
    ),
    nodeIds: ['wall_3', 'wall_4'],
  },
  {
    code: 'wall.crossing_unjoined',
    severity: 'warning',
    rule: 'a thick wall covers more of the end of one that crosses it',
    clear: walls(
      [[0, 0], [4, 0], { thickness: 0.4 }],
      [
        [2, -0.299],
        [2, 3],
      ],
    ),
    found: walls(
      [[0, 0], [4, 0], { thickness: 0.4 }],
      [
        [2, -0.301],
        [2, 3],
      ],
    ),
  },
  {
    code: 'wall.gap',
    severity: 'warning',
    rule: 'an end more than 8 cm from the face of a wall is separate on purpose',
    clear: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [2, -0.181],
        [2, -3],
      ],
    ),
    found: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [2, -0.179],
        [2, -3],
      ],
    ),
    nodeIds: ['wall_4', 'wall_3'],
  },
  {
    code: 'wall.gap',
    severity: 'warning',
    rule: 'an end within a millimetre of the face of a wall is joined to it',
    clear: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [2, -0.1009],
        [2, -3],
      ],
    ),
    found: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [2, -0.1011],
        [2, -3],
      ],
    ),
  },
  {
    code: 'wall.gap',
    severity: 'warning',
    rule: 'ends within a millimetre are joined',
    times: 2,
    clear: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [4, -0.0009],
        [4, -3],
      ],
    ),
    found: walls(
      [
        [0, 0],
        [4, 0],
      ],
      [
        [4, -0.0011],
        [4, -3],
      ],
    ),
  },
]
