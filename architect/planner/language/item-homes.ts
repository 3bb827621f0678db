import type { RoomTypeName } from '../../scene/room-types.ts'

type Home = readonly [assets: RegExp, rooms: readonly RoomTypeName[]]

/** Types of rooms in which furniture usually stands, the most usual first. */
const HOMES: readonly Home[] = [
  [/^(?:bed_|bunk_bed|cot|bedside|dressing_table|chest_of)/, ['bedroom', 'studio']],
  [/^wardrobe/, ['bedroom', 'closet', 'studio', 'hall', 'entrance']],
  [/^(?:sofa|armchair|coffee_table|tv_stand)/, ['living', 'studio', 'other', 'bedroom']],
  [/^dining_/, ['dining', 'living', 'kitchen', 'studio']],
  [/^(?:kitchen_|fridge|dishwasher|cooker_hood|bar_stool)/, ['kitchen', 'studio']],
  [/^(?:bath_tub|shower|bidet|towel_radiator|bath_mirror)/, ['bathroom']],
  [/^(?:toilet|washbasin|hand_basin)/, ['bathroom', 'toilet']],
  [
    /^(?:washing_machine|dryer|laundry_sink|drying_rack)/,
    ['laundry', 'utility', 'bathroom', 'kitchen', 'hall'],
  ],
  [/^(?:desk|office_chair|monitor|filing_cabinet)/, ['office', 'bedroom', 'studio', 'living']],
  [/^(?:bookshelf|sideboard)/, ['living', 'office', 'dining', 'studio', 'bedroom']],
  [/^(?:coat_rack|shoe_cabinet|hall_bench|console_table)/, ['hall', 'entrance', 'corridor']],
  [/^(?:garden_|sun_lounger|parasol|planter|barbecue)/, ['terrace']],
]

/** The types of rooms for an asset; null for one that may stand anywhere. */
export const homesOf = (asset: string): readonly RoomTypeName[] | null =>
  HOMES.find(([assets]) => assets.test(asset))?.[1] ?? null
