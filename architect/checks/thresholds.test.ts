import { describe, expect, test } from 'vitest'
import { ITEM_THRESHOLDS } from '../../tests/thresholds/item-thresholds.ts'
import { LEVEL_THRESHOLDS } from '../../tests/thresholds/level-thresholds.ts'
import { OPENING_THRESHOLDS } from '../../tests/thresholds/opening-thresholds.ts'
import { PLAN_THRESHOLDS } from '../../tests/thresholds/plan-thresholds.ts'
import { ROOM_THRESHOLDS } from '../../tests/thresholds/room-thresholds.ts'
import { SITE_THRESHOLDS } from '../../tests/thresholds/site-thresholds.ts'
import { WALL_THRESHOLDS } from '../../tests/thresholds/wall-thresholds.ts'
import { RULES } from './rules/index.ts'
import { validateScene } from './validate.ts'
import { verifyScene } from './verify.ts'

const THRESHOLDS = [
  ...WALL_THRESHOLDS,
  ...ROOM_THRESHOLDS,
  ...PLAN_THRESHOLDS,
  ...OPENING_THRESHOLDS,
  ...LEVEL_THRESHOLDS,
  ...ITEM_THRESHOLDS,
  ...SITE_THRESHOLDS,
]

describe('each limit of verify is where it is', () => {
  test.each(THRESHOLDS)('$code: $rule', ({ code, severity, clear, found, nodeIds, times = 1 }) => {
    for (const scene of [clear, found]) expect(validateScene(scene).errors).toEqual([])
    expect(verifyScene(clear, { checks: [code] }).issues).toEqual([])
    const { issues, counts } = verifyScene(found, { checks: [code] })
    expect(issues).toMatchObject(Array(times).fill({ code, severity }))
    expect(counts).toEqual({ error: 0, warning: 0, info: 0, [severity]: times })
    if (nodeIds) expect(issues[0].nodeIds).toEqual(nodeIds)
  })
})

test('the codes of verify are these, each as severe as it is', () => {
  expect(Object.assign({}, ...RULES.map(({ codes }) => codes))).toEqual({
    'wall.duplicate': 'error',
    'wall.crossing_unjoined': 'warning',
    'wall.gap': 'warning',
    'room.overlap': 'error',
    'room.open_loop': 'warning',
    'room.unreachable': 'error',
    'space.unnamed': 'info',
    'room.through_private': 'warning',
    'entrance.missing': 'info',
    'entrance.into_room': 'info',
    'room.bath_into_kitchen': 'warning',
    'room.too_narrow': 'warning',
    'room.no_window': 'info',
    'bedroom.daylight': 'warning',
    'bedroom.one_way_out': 'warning',
    'window.below_ground': 'warning',
    'opening.above_wall': 'error',
    'opening.near_corner': 'warning',
    'door.blocked': 'error',
    'door.to_nowhere': 'error',
    'stair.riser': 'warning',
    'stair.going': 'warning',
    'stair.headroom': 'warning',
    'stair.no_hole': 'error',
    'stair.no_floor': 'error',
    'column.no_floor': 'error',
    'level.empty': 'warning',
    'level.height_mismatch': 'warning',
    'slab.missing_under_room': 'warning',
    'roof.uncovered_area': 'warning',
    'floor.no_guard': 'warning',
    'site.off_plot': 'warning',
    'site.outside_parcel': 'error',
    'site.over_setback': 'error',
    'site.over_height': 'error',
    'site.below_flood': 'error',
    'site.unchecked': 'info',
    'item.outside_room': 'warning',
    'item.floating': 'warning',
    'node.unknown_asset': 'error',
    'item.overlap': 'error',
    'item.in_wall': 'error',
    'circulation.narrow': 'warning',
  })
})

test('every code of verify has its limit in the tables', () => {
  const codes = RULES.flatMap((rule) => Object.keys(rule.codes))
  expect([...new Set(THRESHOLDS.map(({ code }) => code))].sort()).toEqual(codes.sort())
})
