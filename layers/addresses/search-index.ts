import MiniSearch, { type AsPlainObject, type Options, type SearchOptions } from 'minisearch'
import type { Packs } from '../place.ts'
import type { AlikeStreets } from './geocoder.ts'
import { searchWordsOf } from './search-words.ts'
import { wordsOf } from './words.ts'

/** What is found by its name: a row of `streets` or of `localities`. */
interface NamedRow {
  id: string
  name: string
  place: string
}

/** Streets that are looked at for a misspelled name. */
const ALIKE_MAX = 50

/** Letters that may be mistyped in a word as it is typed: a person sees what is offered. */
const typedFuzzy = (word: string) => lettersOff(word, 3)
/** In a word of an address, which nobody looks over. Of short words `isOneSlip` takes fewer. */
const askedFuzzy = (word: string) => lettersOff(word, 4)

function lettersOff(word: string, least: number): number | false {
  if (word.length < least || /^\d/.test(word)) return false
  return word.length < 8 ? 1 : 2
}

const OPTIONS: Options<NamedRow> = {
  fields: ['name', 'place'],
  tokenize: (text) => text.split(' '),
  processTerm: (term) => term,
  searchOptions: { tokenize: (text) => text.split(' '), processTerm: (term) => term },
}

/**
 * Of a word of four letters only one left out is a slip: `Wado` is Waldo, while Lane and Lake are
 * two streets.
 */
function isOneSlip(found: readonly string[], asked: readonly string[]): boolean {
  return asked.every((word) => {
    if (word.length !== 4 || found.includes(word)) return true
    return found.some((term) => term.length === 5 && isWithoutOneLetter(word, term))
  })
}

function isWithoutOneLetter(short: string, long: string): boolean {
  return [...long].some((_, i) => long.slice(0, i) + long.slice(i + 1) === short)
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

  alike(words: readonly string[]): number[] {
    return this.index
      .search(words.join(' '), {
        fields: ['name'],
        combineWith: 'AND',
        fuzzy: askedFuzzy,
        filter: ({ id }) => (id as string).startsWith('s'),
      })
      .filter(({ match, queryTerms }) => isOneSlip(Object.keys(match), queryTerms))
      .slice(0, ALIKE_MAX)
      .map(({ id }) => Number((id as string).slice(1)))
  }

  /**
   * Rows whose words begin with those typed, all of them, the best first. The last word may be half
   * typed; where nothing is found, words may be misspelled.
   */
  typed(text: string, most: number): { kind: 'street' | 'locality'; row: number; score: number }[] {
    const query = wordsOf(text).join(' ')
    if (query === '') return []
    const options = {
      combineWith: 'AND',
      prefix: true,
      boost: { name: 2 },
      // A city alone does not mean each of its streets.
      filter: ({ match }) => Object.values(match).some((fields) => fields.includes('name')),
    } satisfies SearchOptions
    const found = this.index.search(query, options)
    const results =
      found.length > 0 ? found : this.index.search(query, { ...options, fuzzy: typedFuzzy })
    return results.slice(0, most).map(({ id, score }) => ({
      kind: (id as string).startsWith('s') ? 'street' : 'locality',
      row: Number((id as string).slice(1)),
      score,
    }))
  }
}
