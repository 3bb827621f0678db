import type { RoomTypeName } from '../../scene/room-types.ts'
import { singular } from './singular.ts'
import type { Token } from './token.ts'

/** What a phrase calls a room. */
export interface RoomWord {
  type: RoomTypeName
  label: string
  /** `main bedroom`, `ensuite`: of which there is one, with a place of its own. */
  role?: 'main' | 'ensuite' | 'guest'
}

const named = (type: RoomTypeName, label: string, role?: RoomWord['role']): RoomWord => ({
  type,
  label,
  ...(role && { role }),
})

/** Phrases by their words in the singular, the longest first. */
const PHRASES: Record<string, RoomWord> = {
  'living room': named('living', 'Living room'),
  livingroom: named('living', 'Living room'),
  'living area': named('living', 'Living room'),
  'living space': named('living', 'Living room'),
  living: named('living', 'Living room'),
  lr: named('living', 'Living room'),
  'front room': named('living', 'Living room'),
  'day room': named('living', 'Day room'),
  lounge: named('living', 'Lounge'),
  'sitting room': named('living', 'Sitting room'),
  'family room': named('living', 'Family room'),
  'great room': named('living', 'Great room'),
  parlour: named('living', 'Parlour'),
  parlor: named('living', 'Parlor'),
  'drawing room': named('living', 'Drawing room'),
  'dining room': named('dining', 'Dining room'),
  'dining area': named('dining', 'Dining area'),
  dining: named('dining', 'Dining room'),
  'dining space': named('dining', 'Dining area'),
  diner: named('dining', 'Dining area'),
  dr: named('dining', 'Dining room'),
  'breakfast room': named('dining', 'Breakfast room'),
  'dining nook': named('dining', 'Dining area'),
  'breakfast nook': named('dining', 'Breakfast nook'),
  cooking: named('kitchen', 'Kitchen'),
  eating: named('dining', 'Dining area'),
  'eating area': named('dining', 'Dining area'),
  kitchen: named('kitchen', 'Kitchen'),
  kitchenette: named('kitchen', 'Kitchenette'),
  'main bedroom': named('bedroom', 'Main bedroom', 'main'),
  'master bedroom': named('bedroom', 'Main bedroom', 'main'),
  'primary bedroom': named('bedroom', 'Main bedroom', 'main'),
  'master suite': named('bedroom', 'Main bedroom', 'main'),
  'primary suite': named('bedroom', 'Main bedroom', 'main'),
  'main suite': named('bedroom', 'Main bedroom', 'main'),
  "parents' bedroom": named('bedroom', 'Main bedroom', 'main'),
  'parents bedroom': named('bedroom', 'Main bedroom', 'main'),
  master: named('bedroom', 'Main bedroom', 'main'),
  primary: named('bedroom', 'Main bedroom', 'main'),
  mbr: named('bedroom', 'Main bedroom', 'main'),
  'owner suite': named('bedroom', 'Main bedroom', 'main'),
  "owner's suite": named('bedroom', 'Main bedroom', 'main'),
  'spare room': named('bedroom', 'Guest room', 'guest'),
  'spare bedroom': named('bedroom', 'Guest room', 'guest'),
  'guest bedroom': named('bedroom', 'Guest bedroom', 'guest'),
  'guest room': named('bedroom', 'Guest room', 'guest'),
  "child's room": named('bedroom', 'Child’s room'),
  "children's room": named('bedroom', 'Child’s room'),
  'children room': named('bedroom', 'Child’s room'),
  'children bedroom': named('bedroom', 'Child’s room'),
  "children's bedroom": named('bedroom', 'Child’s room'),
  "child's bedroom": named('bedroom', 'Child’s room'),
  'kid room': named('bedroom', 'Child’s room'),
  'kids room': named('bedroom', 'Child’s room'),
  "kid's room": named('bedroom', 'Child’s room'),
  'kid bedroom': named('bedroom', 'Child’s room'),
  'kids bedroom': named('bedroom', 'Child’s room'),
  "kid's bedroom": named('bedroom', 'Child’s room'),
  'child room': named('bedroom', 'Child’s room'),
  nursery: named('bedroom', 'Nursery'),
  bedroom: named('bedroom', 'Bedroom'),
  bedchamber: named('bedroom', 'Bedchamber'),
  'bed room': named('bedroom', 'Bedroom'),
  bedsit: named('studio', 'Bedsit'),
  'sleeping room': named('bedroom', 'Bedroom'),
  'bath room': named('bathroom', 'Bathroom'),
  'bathing room': named('bathroom', 'Bathroom'),
  'family bathroom': named('bathroom', 'Bathroom'),
  'shower room': named('bathroom', 'Shower room'),
  'ensuite bathroom': named('bathroom', 'Ensuite bathroom', 'ensuite'),
  'en suite bathroom': named('bathroom', 'Ensuite bathroom', 'ensuite'),
  'en suite': named('bathroom', 'Ensuite bathroom', 'ensuite'),
  ensuite: named('bathroom', 'Ensuite bathroom', 'ensuite'),
  'master bathroom': named('bathroom', 'Ensuite bathroom', 'ensuite'),
  'master bath': named('bathroom', 'Ensuite bathroom', 'ensuite'),
  'primary bath': named('bathroom', 'Ensuite bathroom', 'ensuite'),
  'family bath': named('bathroom', 'Bathroom'),
  'full bath': named('bathroom', 'Bathroom'),
  'wet room': named('bathroom', 'Wet room'),
  bathroom: named('bathroom', 'Bathroom'),
  bath: named('bathroom', 'Bathroom'),
  washroom: named('bathroom', 'Washroom'),
  'half bath': named('toilet', 'Toilet'),
  'half bathroom': named('toilet', 'Toilet'),
  cloakroom: named('toilet', 'Cloakroom'),
  'powder room': named('toilet', 'Powder room'),
  'guest toilet': named('toilet', 'Guest toilet'),
  'guest wc': named('toilet', 'Guest toilet'),
  toilet: named('toilet', 'Toilet'),
  wc: named('toilet', 'Toilet'),
  loo: named('toilet', 'Toilet'),
  restroom: named('toilet', 'Restroom'),
  lavatory: named('toilet', 'Lavatory'),
  privy: named('toilet', 'Privy'),
  'home office': named('office', 'Office'),
  office: named('office', 'Office'),
  study: named('office', 'Study'),
  den: named('office', 'Den'),
  'work room': named('office', 'Work room'),
  library: named('office', 'Library'),
  'staff room': named('office', 'Staff room'),
  'consulting room': named('office', 'Consulting room'),
  'consultation room': named('office', 'Consultation room'),
  'treatment room': named('office', 'Treatment room'),
  'exam room': named('office', 'Examination room'),
  'examination room': named('office', 'Examination room'),
  'therapy room': named('office', 'Therapy room'),
  'interview room': named('office', 'Interview room'),
  'reading room': named('office', 'Reading room'),
  'laundry room': named('laundry', 'Laundry'),
  laundry: named('laundry', 'Laundry'),
  'utility room': named('utility', 'Utility room'),
  utility: named('utility', 'Utility room'),
  'boiler room': named('utility', 'Boiler room'),
  'plant room': named('utility', 'Plant room'),
  'mud room': named('utility', 'Mud room'),
  mudroom: named('utility', 'Mud room'),
  'boot room': named('utility', 'Boot room'),
  'drying room': named('utility', 'Drying room'),
  pantry: named('storage', 'Pantry'),
  larder: named('storage', 'Larder'),
  scullery: named('utility', 'Scullery'),
  'storage room': named('storage', 'Storage'),
  'store room': named('storage', 'Store room'),
  storeroom: named('storage', 'Store room'),
  store: named('storage', 'Store'),
  stockroom: named('storage', 'Stockroom'),
  'stock room': named('storage', 'Stockroom'),
  'bin store': named('storage', 'Bin store'),
  'cold store': named('storage', 'Cold store'),
  'hay store': named('storage', 'Hay store'),
  storage: named('storage', 'Storage'),
  'box room': named('storage', 'Box room'),
  'linen room': named('storage', 'Linen room'),
  'cleaning room': named('storage', 'Cleaning room'),
  'walk in closet': named('closet', 'Walk-in closet'),
  'walk in wardrobe': named('closet', 'Walk-in wardrobe'),
  'dressing room': named('closet', 'Dressing room'),
  closet: named('closet', 'Closet'),
  garage: named('garage', 'Garage'),
  carport: named('garage', 'Carport'),
  'entrance hall': named('entrance', 'Entrance hall'),
  'entry hall': named('entrance', 'Entrance hall'),
  foyer: named('entrance', 'Foyer'),
  lobby: named('entrance', 'Lobby'),
  vestibule: named('entrance', 'Vestibule'),
  reception: named('entrance', 'Reception'),
  hallway: named('hall', 'Hall'),
  hall: named('hall', 'Hall'),
  landing: named('hall', 'Landing'),
  corridor: named('corridor', 'Corridor'),
  passage: named('corridor', 'Passage'),
  terrace: named('terrace', 'Terrace'),
  patio: named('terrace', 'Patio'),
  deck: named('terrace', 'Deck'),
  veranda: named('terrace', 'Veranda'),
  balcony: named('terrace', 'Balcony'),
  studio: named('studio', 'Studio'),
  classroom: named('classroom', 'Classroom'),
  'class room': named('classroom', 'Classroom'),
  'meeting room': named('meeting', 'Meeting room'),
  'conference room': named('meeting', 'Meeting room'),
  gym: named('other', 'Gym'),
  stable: named('other', 'Stable'),
  laboratory: named('other', 'Laboratory'),
  lab: named('other', 'Lab'),
  'x ray room': named('other', 'X-ray room'),
  'operating theatre': named('other', 'Operating theatre'),
  'operating theater': named('other', 'Operating theater'),
  'assembly hall': named('other', 'Assembly hall'),
  'sports hall': named('other', 'Sports hall'),
  'sales floor': named('other', 'Sales floor'),
  'shop floor': named('other', 'Shop floor'),
  'seating area': named('dining', 'Seating area'),
  'dining hall': named('dining', 'Dining hall'),
  cinema: named('other', 'Cinema'),
  'home cinema': named('other', 'Cinema'),
  snug: named('living', 'Snug'),
  orangery: named('other', 'Orangery'),
  'waiting room': named('other', 'Waiting room'),
  'waiting area': named('other', 'Waiting area'),
  'prayer room': named('other', 'Prayer room'),
  'sales room': named('other', 'Sales room'),
  'sales area': named('other', 'Sales area'),
  showroom: named('other', 'Showroom'),
  'show room': named('other', 'Showroom'),
  workshop: named('other', 'Workshop'),
  'play room': named('other', 'Playroom'),
  playroom: named('other', 'Playroom'),
  'hobby room': named('other', 'Hobby room'),
  sauna: named('other', 'Sauna'),
  'media room': named('other', 'Media room'),
  'tv room': named('other', 'TV room'),
  'games room': named('other', 'Games room'),
  'game room': named('other', 'Games room'),
  sunroom: named('other', 'Sunroom'),
  'sun room': named('other', 'Sunroom'),
  conservatory: named('other', 'Conservatory'),
  'music room': named('other', 'Music room'),
}
/** Abbreviations after a number: `3 bed, 2 bath`. */
const SHORT: Record<string, RoomWord> = {
  bed: PHRASES.bedroom,
  br: PHRASES.bedroom,
  bd: PHRASES.bedroom,
  ba: PHRASES.bathroom,
}
/** Most words of a phrase that names a room. */
const WORDS_MAX = 3

/** All words of the phrases that name rooms. */
export const roomVocabulary = (): string[] =>
  Object.keys(PHRASES).flatMap((phrase) => phrase.split(' '))

/** A room that is named at a token: how many tokens name it. */
export interface RoomMention {
  room: RoomWord
  tokens: number
  isPlural: boolean
}

/** The room that the tokens from `at` name; null where they name none. */
export function roomAt(tokens: readonly Token[], at: number): RoomMention | null {
  for (let count = WORDS_MAX; count > 0; count--) {
    const words = tokens.slice(at, at + count)
    if (words.length < count || !words.every((token) => token.kind === 'word')) continue
    const plain = words.map((token) => (token as { word: string }).word)
    const last = plain[count - 1]
    const phrase = [...plain.slice(0, -1), singular(last)].join(' ')
    const room = PHRASES[phrase] ?? PHRASES[plain.join(' ')]
    // Living areas are one.
    const isPlural = singular(last) !== last && phrase !== 'living area'
    if (room) return { room, tokens: count, isPlural }
  }
  const token = tokens[at]
  if (token?.kind !== 'word') return null
  const word = singular(token.word)
  const isPlural = word !== token.word
  if (tokens[at - 1]?.kind === 'number' && Object.hasOwn(SHORT, word))
    return { room: SHORT[word], tokens: 1, isPlural }
  // `Bed 1: 14 m²` in a list.
  const [number, after] = tokens.slice(at + 1, at + 3)
  const isListed = number?.kind === 'number' && (!after || /^(?:break|area|size)$/.test(after.kind))
  if (token.word === 'bed' && isListed) return { room: PHRASES.bedroom, tokens: 1, isPlural }
  if (/^b(?:ed)?r(?:oo)?ms?$|^bedrms?$|^bdrms?$/.test(token.word))
    return { room: PHRASES.bedroom, tokens: 1, isPlural }
  return null
}
