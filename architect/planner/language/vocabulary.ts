import { itemVocabulary } from './item-words.ts'
import { roomVocabulary } from './room-words.ts'

/** Words of requests that are neither rooms nor furniture, and to which misspelt words are near. */
const OTHER_WORDS = `
  house houses home bungalow cottage cabin villa chalet townhouse duplex maisonette farmhouse
  building buildings flat apartment apartments annexe annex lodge clinic surgery shop school
  make add put move swap delete remove take turn change give paint furnish furnished merge split
  rename raise lower connect replace widen enlarge extend shrink reduce increase decrease rotate
  shift place insert convert undo redo build create draw design combine join separate divide
  exchange switch mirror duplicate install demolish knock close lengthen shorten narrow
  north south east west northern southern eastern western left right front back rear facing
  upstairs downstairs ground floor floors storey storeys story stories level levels upper first
  second third basement attic single
  window windows door doors doorway doorways opening entrance entry wall walls ceiling ceilings
  sill stairs staircase roof roofs gable gabled hipped pitched pitch slope mansard shed degrees
  metre metres meter meters square feet foot inch inches centimetre centimetres centimeter
  centimeters wide wider width deep deeper depth long longer length high higher height tall area
  total footprint large larger largest small smaller smallest bigger biggest main master primary
  separate open private own each every both bedrooms bathrooms rooms
  white black grey brown beige cream green yellow orange purple wooden tiles tiled parquet carpet
  please need want would could should there have with without where which what between beside
  behind near next inside outside about around approximately roughly least most maximum minimum
  the and that this they their from into onto also three four five seven eight
  courtyard garden street terrace veranda accessible wheelchair
  there's i'd i'm it's we'd we're don't doesn't isn't can't let's that's what's`

const nouns = (): string[] => [...roomVocabulary(), ...itemVocabulary()]

let known: ReadonlySet<string> | null = null
let words: ReadonlySet<string> | null = null

/** Whether a word in lower case is of the name of a room or of a piece of furniture. */
export function isNoun(word: string): boolean {
  known ??= new Set(nouns())
  return known.has(word)
}

/** Whether a word in lower case is one that requests are read by: names of people are not. */
export function isWord(word: string): boolean {
  words ??= vocabulary()
  return words.has(word)
}

/** All words that requests are read by, in lower case. */
export const vocabulary = (): ReadonlySet<string> =>
  new Set([
    ...nouns(),
    ...nouns().map((noun) => `${noun}s`),
    ...OTHER_WORDS.split(/\s+/).filter((word) => word !== ''),
  ])
