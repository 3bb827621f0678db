import MiniSearch, {
  type AsPlainObject,
  type Options,
  type QueryCombination,
  type SearchOptions,
} from 'minisearch'
import type { Packs } from '../place.ts'
import type { AlikeStreets, PlaceWords } from './geocoder.ts'
import { searchWordsOf } from './search-words.ts'
import { wordsOf } from './words.ts'

/** What is found by its name: a row of `streets` or of `localities`. */
interface NamedRow {
  id: string
  name: string
  place: string
}

/** Streets that are looked at for a misspelled name; where there are more none is chosen. */
const ALIKE_MAX = 1_000
/** Words that a street's name has at most: a longer text is no misspelled one. */
const NAME_WORDS_MAX = 12
/** Words of a text that are searched for as it is typed. */
const TYPED_WORDS_MAX = 12
/** More words than these are a whole address: misspelled, it is the geocoder's to read. */
const FUZZY_WORDS_MAX = 5

/** Letters that may be mistyped in a word as it is typed: a person sees what is offered. */
const typedFuzzy = (word: string) => lettersOff(word, 3)
/** In a word of an address, which nobody looks over: `isMisspelled` then takes fewer. */
const askedFuzzy = (word: string) => (lettersOff(word, 4) === false ? false : 2)

function lettersOff(word: string, least: number): number | false {
  if (word.length < least || /^\d/.test(word)) return false
  return word.length < 8 ? 1 : 2
}

/**
 * Whether a word may be only the beginning of one. A letter or two begin a good part of all words,
 * which is looked through for the word that is being typed and for no other.
 */
function isBegun(word: string, i: number, words: readonly string[]): boolean {
  return i === words.length - 1 ? word.length > 1 || i > 0 : word.length > 2
}

/** Asks for all words of a text in the fields. */
function allOf(text: string, fields: string[], fuzzy: SearchOptions['fuzzy'] = false) {
  return { combineWith: 'AND', queries: [text], fields, fuzzy } satisfies QueryCombination
}

const OPTIONS: Options<NamedRow> = {
  fields: ['name', 'place'],
  tokenize: (text) => text.split(' '),
  processTerm: (term) => term,
  searchOptions: { tokenize: (text) => text.split(' '), processTerm: (term) => term },
}

/** Finds streets and places by words as they are typed. Held in memory by each thread. */
export class SearchIndex implements AlikeStreets {
  private readonly index: MiniSearch<NamedRow>

  private constructor(index: MiniSearch<NamedRow>) {
    this.index = index
  }

  /** Makes the index of a build. The same packs give the same text. */
  static of(packs: Packs): SearchIndex {
    const index = new MiniSearch(OPTIONS)
    const text = (values: unknown[]) =>
      values.flatMap((value) => (value === null ? [] : searchWordsOf(`${value}`))).join(' ')
    const streets = packs.get('streets')
    for (let row = 0; row < (streets?.rows ?? 0); row++) {
      const { name, city, state, zip, county_name } = streets!.row(row)
      index.add({ id: `s${row}`, name: text([name]), place: text([city, state, zip, county_name]) })
    }
    const localities = packs.get('localities')
    for (let row = 0; row < (localities?.rows ?? 0); row++) {
      const { name, state, county_name } = localities!.row(row)
      index.add({ id: `l${row}`, name: text([name]), place: text([state, county_name]) })
    }
    return new SearchIndex(index)
  }

  /** Reads what `toJson` wrote. */
  static async read(json: string): Promise<SearchIndex> {
    return new SearchIndex(await MiniSearch.loadJSONAsync(json, OPTIONS))
  }

  toJson(): string {
    return JSON.stringify(this.index satisfies { toJSON(): AsPlainObject })
  }

  /** Streets and places in the index. */
  get items(): number {
    return this.index.documentCount
  }

  alike(words: readonly string[], place: PlaceWords): number[] {
    if (words.length > NAME_WORDS_MAX) return []
    const said = [place.zip ?? '', place.cityWords.join(' ')].filter((text) => text !== '')
    const name = allOf(words.join(' '), ['name'], askedFuzzy)
    const where: QueryCombination = {
      combineWith: 'OR',
      queries: said.map((text) => allOf(text, ['place'])),
    }
    const found = this.index.search(
      { combineWith: 'AND', queries: said.length > 0 ? [name, where] : [name] },
      { filter: ({ id }) => (id as string).startsWith('s') },
    )
    if (found.length > ALIKE_MAX) return []
    return found.map(({ id }) => Number((id as string).slice(1)))
  }

  /**
   * Rows that have every word typed, the best first; a word may be half typed. Where nothing is
   * found, words may be misspelled.
   */
  typed(text: string, most: number): { kind: 'street' | 'locality'; row: number; score: number }[] {
    const words = [...new Set(wordsOf(text))].slice(0, TYPED_WORDS_MAX)
    const query = words.join(' ')
    if (query === '') return []
    const options = {
      combineWith: 'AND',
      prefix: isBegun,
      boost: { name: 2 },
      // A city alone does not mean each of its streets.
      filter: ({ match }) => Object.values(match).some((fields) => fields.includes('name')),
    } satisfies SearchOptions
    const found = this.index.search(query, options)
    const isSettled = found.length > 0 || words.length > FUZZY_WORDS_MAX
    const results = isSettled ? found : this.index.search(query, { ...options, fuzzy: typedFuzzy })
    return results.slice(0, most).map(({ id, score }) => ({
      kind: (id as string).startsWith('s') ? 'street' : 'locality',
      row: Number((id as string).slice(1)),
      score,
    }))
  }
}
