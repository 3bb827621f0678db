import { add, distance, dot, type Point, scale, subtract } from '../../../geometry/point.ts'
import { all, awayFromWindows, inCorner, middleOfWall } from '../preferences.ts'
import type { Preference, Recipe, View } from '../recipe.ts'
import type { Member, Setting } from '../setting.ts'

/**
 * Distance from the board to the first row, from row to row, and between two pairs of desks, in
 * metres.
 */
const FIRST_ROW_M = 2.9
const ROW_M = 1.4
const AISLE_M = 0.8
const DESK_M = { width: 0.7, depth: 0.5 }
const CHAIR_M = 0.46
/** Most pairs of desks in a row, and most rows, in one classroom. */
const PAIRS_MAX = 6
const ROWS_MAX = 8

/** Rows of paired desks that face the board; desks that do not fit are left out. */
function rows(pairs: number, count: number): Setting {
  const pitch = 2 * DESK_M.width + AISLE_M
  const members: Member[] = []
  for (let row = 0; row < count; row++)
    for (let pair = 0; pair < pairs; pair++)
      for (const seat of [-0.5, 0.5]) {
        const x = (pair - (pairs - 1) / 2) * pitch + seat * DESK_M.width
        const z = FIRST_ROW_M + row * ROW_M
        const isOptional = members.length > 0
        members.push({ asset: 'pupil_desk', x, z, turned: 180, isOptional })
        const back = z + DESK_M.depth / 2 + CHAIR_M / 2 + 0.02
        members.push({
          asset: 'pupil_chair',
          x,
          z: back,
          turned: 180,
          needs: isOptional ? members.length - 1 : undefined,
        })
      }
  return { at: 'wall', members }
}

/** Prefers the position of the board, so that the rows share its frame. */
const atBoard: Preference = ({ origin }, view) => {
  const board = boardOf(view)
  return board ? 10 * distance(origin, board.back) : 0
}

function boardOf({ placed }: View): { back: Point; front: Point } | null {
  const board = placed.find(({ assetId }) => assetId === 'school_board')
  if (!board) return null
  const { position, rotation } = board.placement
  const turned = (rotation * Math.PI) / 180
  const front: Point = [Math.sin(turned), Math.cos(turned)]
  return { front, back: add([position[0], position[2]], scale(front, -board.shape.size.depth / 2)) }
}

/**
 * Settings with as many rows as fit the depth of the room, with as many pairs as fit its width,
 * then with fewer.
 */
function rowSettings(view: View): Setting[] {
  const board = boardOf(view)
  if (!board) return []
  const corners = view.room.regions.flatMap(({ outer }) => outer)
  const offsets = corners.map((corner) => subtract(corner, board.back))
  const deep = Math.max(...offsets.map((offset) => dot(offset, board.front)))
  const wide =
    Math.max(
      ...offsets.map((offset) => Math.abs(offset[0] * board.front[1] - offset[1] * board.front[0])),
    ) * 2
  const count = Math.min(ROWS_MAX, Math.floor((deep - FIRST_ROW_M - 0.2) / ROW_M))
  const most = Math.min(
    PAIRS_MAX,
    Math.floor((wide + AISLE_M - 0.6) / (2 * DESK_M.width + AISLE_M)),
  )
  if (count < 1) return []
  return Array.from({ length: Math.max(0, most) }, (_, less) => rows(most - less, count))
}

export const CLASSROOM: Recipe = [
  {
    settings: [3, 2.4, 1.8, 1.2].map((width) => ({
      at: 'wall',
      members: [{ asset: 'school_board', size: { width } }],
    })),
    prefer: all(
      (position, view) => -0.6 * middleOfWall({ ...position, margins: [0, 0] }, view),
      ({ margins: [a, b] }) => Math.abs(a - b),
      awayFromWindows,
    ),
  },
  {
    settings: [1.4, 1.2].map((width) => ({
      at: 'wall',
      members: [
        { asset: 'teacher_desk', size: { width }, x: 1.1, z: 1.55, clearance: { front: 0 } },
        { asset: 'office_chair', x: 1.1, z: 0.82 },
      ],
    })),
    prefer: atBoard,
  },
  { settings: rowSettings, prefer: atBoard },
  {
    settings: [3, 1.8, 1.2].map((width) => ({
      at: 'wall',
      members: [{ asset: 'lockers', size: { width } }],
    })),
    prefer: all(inCorner, awayFromWindows),
    from: 'normal',
  },
  {
    settings: [
      { at: 'wall', members: [{ asset: 'bookshelf', size: { width: 1.2, height: 1.2 } }] },
    ],
    prefer: inCorner,
    from: 'normal',
  },
  {
    settings: [{ at: 'free', members: [{ asset: 'strip_light', size: { width: 2.4 } }] }],
    prefer: ({ origin }, { openest }) => distance(origin, openest),
  },
]
