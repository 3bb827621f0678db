import { describe, expect, test } from 'vitest'
import { assetNamed } from '../../../assets/catalog.ts'
import { prismOverlap } from '../../../kernel/prism.ts'
import { ROOM_TYPE_NAMES } from '../../../scene/room-types.ts'
import { placeSetting } from '../placed-item.ts'
import type { Setting, SettingPosition } from '../setting.ts'
import { RECIPES } from './index.ts'

const POSITION: SettingPosition = {
  origin: [0, 0],
  rotation: 30,
  inward: [0.5, 0.866],
  margins: [0, 0],
}
const CEILING_M = 2.5

/** All settings of a recipe that do not depend on things placed earlier. */
const settingsOf = (type: keyof typeof RECIPES): Setting[] =>
  RECIPES[type].flatMap(({ settings }) => (typeof settings === 'function' ? [] : settings))

describe.each(ROOM_TYPE_NAMES.map((type) => [type, settingsOf(type)] as const))(
  '%s',
  (_, settings) => {
    test('the things of a setting do not overlap', () => {
      const overlaps: object[] = []
      for (const setting of settings) {
        const placed = [...placeSetting(setting, POSITION, CEILING_M)]
        for (const [index, { shape, on, assetId }] of placed.entries())
          for (const [later, other] of placed.entries()) {
            if (later <= index || on === later || other.on === index) continue
            if (shape.asset.isWalkable || other.shape.asset.isWalkable) continue
            const depth = prismOverlap(shape.prism, other.shape.prism)
            if (depth !== 0) overlaps.push({ assetId, other: other.assetId, depth })
          }
      }
      expect(overlaps).toEqual([])
    })

    test('the catalog has every thing in the size of the recipe, and things stand on surfaces', () => {
      const wrong: object[] = []
      for (const { members } of settings)
        for (const [index, { asset: name, size = {}, on, needs }] of members.entries()) {
          const asset = assetNamed(name)!
          for (const side of ['width', 'height', 'depth'] as const) {
            const [least, greatest] = asset.resizable?.[side] ?? [
              asset.dimensions[side],
              asset.dimensions[side],
            ]
            const requested = size[side] ?? asset.dimensions[side]
            const isIn = requested >= least - 1e-9 && requested <= greatest + 1e-9
            if (!isIn) wrong.push({ name, side, requested, least, greatest })
          }
          for (const below of [on, needs])
            if (below !== undefined && !(below < index)) wrong.push({ name, index, below })
          if (on !== undefined && assetNamed(members[on].asset)?.surfaceHeight === undefined)
            wrong.push({ name, on: members[on].asset })
        }
      expect(wrong).toEqual([])
    })
  },
)
