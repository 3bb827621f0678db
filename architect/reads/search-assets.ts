import { z } from 'zod'
import { CATEGORIES } from '../assets/asset.ts'
import { searchAssets } from '../assets/catalog.ts'
import { lengthIn } from '../input/input-units.ts'
import { lengthOut } from './answer-units.ts'
import { pageFields } from './page.ts'
import type { Read } from './read.ts'

const input = z.strictObject({
  query: z.string().max(120).optional(),
  category: z.enum(CATEGORIES).optional().describe('Category'),
  maxWidth: lengthIn(0, 100).optional(),
  maxDepth: lengthIn(0, 100).optional(),
  ...pageFields,
})

const size = () => lengthOut()
const asset = z.strictObject({
  name: z.string().describe('Name that place_item takes'),
  label: z.string().describe('Name for people'),
  category: z.enum(CATEGORIES).describe('Category'),
  size: z.array(size()).length(3).describe('Usual [width, height, depth]'),
  attach: z
    .enum(['floor', 'wall', 'ceiling', 'surface'])
    .describe('What carries it; surface: another item'),
  clearance: z
    .strictObject({
      front: size().describe('Before it'),
      back: size().describe('Behind it'),
      left: size().describe('On its left'),
      right: size().describe('On its right'),
    })
    .describe('Free space that its use needs on each side'),
})

export const searchAssetsRead: Read<z.infer<typeof input>> = {
  name: 'search_assets',
  description: 'Items of the catalog that place_item can place.',
  example: { query: 'sofa', maxWidth: 2.2 },
  input,
  result: z.strictObject({ assets: z.array(asset).describe('Category by category') }),
  run(_, criteria) {
    const found = searchAssets(criteria)
    const entries = found.map(({ name, label, category, dimensions, attach, clearance }) => ({
      name,
      label,
      category,
      size: [dimensions.width, dimensions.height, dimensions.depth],
      attach,
      clearance,
    }))
    return { fields: {}, list: { name: 'assets', entries } }
  },
}
