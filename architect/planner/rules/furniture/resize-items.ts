import type { Size } from '../../../assets/asset.ts'
import { assetNamed } from '../../../assets/catalog.ts'
import type { Clause } from '../../language/clause.ts'
import { formatMetres } from '../../language/format.ts'
import { Declined } from '../../workbench.ts'
import { applyOrOffer, soundly } from '../edits/sound-edit.ts'
import { marked } from '../pattern-rule.ts'
import type { Reading } from '../rule.ts'
import { itemSubject } from './change-items.ts'
import { assetLabel, describeItem, type HouseItem, resolveItem } from './house-items.ts'

/** A change without a figure, as a share. */
const LARGER = 1.2
const SIDES: [RegExp, keyof Size][] = [
  [/\b(?:deep|deeper|depth)\b/, 'depth'],
  [/\b(?:high|higher|tall|taller|height)\b/, 'height'],
  [/./, 'width'],
]

/** Reads `make the wardrobe 2 m wide`. */
export function changeItems(clause: Clause): Reading {
  const { text, items, rooms, lengths } = clause
  const reference = marked(items, 'item0')
  return {
    subject: itemSubject(reference, rooms[0]),
    run(bench) {
      const item = resolveItem(bench, reference, rooms[0] ? bench.rooms(rooms[0]) : null)
      const side = SIDES.find(([pattern]) => pattern.test(text))![1]
      const { size, now } = sizeOf(item)
      const isLess = /\b(?:smaller|narrower|shorter)\b/.test(text)
      const isBy =
        /\blen0 (?:wider|longer|larger|bigger|smaller|narrower|deeper|taller|higher|shorter)\b/.test(
          text,
        )
      const length = lengths[0]
      const value =
        length === undefined
          ? now[side] * (isLess ? 1 / LARGER : LARGER)
          : isBy
            ? now[side] + (isLess ? -length : length)
            : length
      const range = assetNamed(item.asset)?.resizable?.[side]
      const name = describeItem(bench.house, item)
      if (!range || value < range[0] - 1e-6 || value > range[1] + 1e-6)
        throw new Declined(
          `That is not possible: the ${side} of ${name} ${range ? `can be from ${formatMetres(range[0])} to ${formatMetres(range[1])}` : `is always ${formatMetres(now[side])}`}, not ${formatMetres(value)}.`,
        )
      const order: (keyof Size)[] = ['width', 'height', 'depth']
      const changed = order.map((each, index) =>
        each === side ? Math.round(value * 1e4) / 1e4 : size[index],
      )
      soundly(bench, () => applyOrOffer(bench, 'edit_item', { id: item.id, size: changed }))
      return `The ${side} of the ${assetLabel(item.asset)} is now ${formatMetres(value)} (${formatMetres(now[side])} before).`
    },
  }
}

function sizeOf(item: HouseItem): { size: readonly number[]; now: Size } {
  const { width, height, depth } = assetNamed(item.asset)!.dimensions
  const size = item.size ?? [width, height, depth]
  return { size, now: { width: size[0], height: size[1], depth: size[2] } }
}
