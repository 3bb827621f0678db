import { CATALOG } from '../../assets/catalog.ts'
import { singular } from './singular.ts'
import type { Token } from './token.ts'

/** What a phrase calls a piece of furniture. */
export interface ItemWord {
  /** Names of assets that fit the phrase, the most usual first. */
  assets: readonly string[]
  isPlural: boolean
}

/** Phrases that no label of the catalog has, with the assets that they may be. */
const SYNONYMS: Record<string, string[]> = {
  bed: ['bed_double', 'bed_queen', 'bed_king', 'bed_small_double', 'bed_single', 'bunk_bed'],
  'double bed': ['bed_double', 'bed_queen', 'bed_king', 'bed_small_double'],
  'king bed': ['bed_king'],
  'king size bed': ['bed_king'],
  'king sized bed': ['bed_king'],
  'king-size bed': ['bed_king'],
  'queen bed': ['bed_queen'],
  'queen size bed': ['bed_queen'],
  'single bed': ['bed_single'],
  'twin bed': ['bed_single'],
  crib: ['cot'],
  sofa: ['sofa_three_seats', 'sofa_two_seats'],
  couch: ['sofa_three_seats', 'sofa_two_seats'],
  settee: ['sofa_two_seats', 'sofa_three_seats'],
  chair: ['dining_chair', 'office_chair', 'pupil_chair', 'garden_chair', 'armchair'],
  'easy chair': ['armchair'],
  table: ['dining_table_4', 'dining_table_6', 'dining_table_8', 'dining_table_round'],
  'dining table': ['dining_table_4', 'dining_table_6', 'dining_table_8', 'dining_table_round'],
  tv: ['tv_stand'],
  television: ['tv_stand'],
  'tv stand': ['tv_stand'],
  bookcase: ['bookshelf'],
  closet: ['wardrobe'],
  cupboard: ['wardrobe'],
  nightstand: ['bedside_table'],
  'night stand': ['bedside_table'],
  dresser: ['chest_of_drawers'],
  basin: ['washbasin', 'hand_basin'],
  sink: ['washbasin', 'hand_basin', 'kitchen_sink'],
  bathtub: ['bath_tub'],
  tub: ['bath_tub'],
  cooker: ['kitchen_hob'],
  stove: ['kitchen_hob'],
  hob: ['kitchen_hob'],
  oven: ['kitchen_oven_tower', 'kitchen_hob'],
  refrigerator: ['fridge'],
  'kitchen island': ['kitchen_island'],
  washer: ['washing_machine'],
  'washing machine': ['washing_machine'],
  'tumble dryer': ['dryer'],
  lamp: ['floor_lamp', 'table_lamp', 'pendant_lamp', 'ceiling_lamp', 'desk_lamp', 'wall_lamp'],
  plant: ['plant_large', 'plant_small'],
  mirror: ['wall_mirror', 'bath_mirror'],
  bench: ['hall_bench'],
  desk: ['desk', 'pupil_desk', 'teacher_desk'],
}
/** Words of the catalog that are rooms, or parts of a building, in a request. */
const NOT_ITEMS = new Set(['toilet', 'closet', 'kitchen base'])
/** Most words of a phrase that names furniture. */
const WORDS_MAX = 4

const byPhrase = new Map<string, readonly string[]>()
for (const { name, label } of CATALOG)
  for (const phrase of [name.replaceAll('_', ' '), label.toLowerCase().replaceAll(',', '')])
    if (!NOT_ITEMS.has(phrase)) byPhrase.set(phrase, [name])
for (const [phrase, assets] of Object.entries(SYNONYMS)) byPhrase.set(phrase, assets)

/** All words of the phrases that name furniture. */
export const itemVocabulary = (): string[] =>
  [...byPhrase.keys()].flatMap((phrase) => phrase.split(' '))

/** The furniture that the tokens from `at` name, the longest phrase first; null for none. */
export function itemAt(
  tokens: readonly Token[],
  at: number,
): { word: ItemWord; tokens: number } | null {
  for (let count = WORDS_MAX; count > 0; count--) {
    const part = tokens.slice(at, at + count)
    if (part.length < count || !part.every(({ kind }) => kind === 'word')) continue
    const plain = part.map((token) => (token as { word: string }).word)
    const last = plain[count - 1]
    for (const noun of new Set([last, singular(last)])) {
      const assets = byPhrase.get([...plain.slice(0, -1), noun].join(' '))
      if (assets) return { word: { assets, isPlural: noun !== last }, tokens: count }
    }
  }
  return null
}
