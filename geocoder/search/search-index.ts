import { rmSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { DamagedFile } from '../../catalog/damaged-file.ts'
import type { GuardedFile } from '../../catalog/guarded-file.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import type { SearchedPlace, SimilarStreets } from '../matching/geocoder.ts'
import { editsWithin } from '../parsing/misspelling.ts'
import { tokenize } from '../parsing/tokens.ts'
import { searchTokens } from './search-tokens.ts'

/** A row that was found by its name. */
export interface NamedRow {
  kind: 'street' | 'locality'
  row: number
}

/** Most streets that are compared with a misspelled name; where there are more, none is chosen. */
const SIMILAR_MAX = 1_000
/** Most words in the name of a street; a longer text is not a misspelled name. */
const NAME_WORDS_MAX = 12
/** Most words of a typed text that are searched for. */
const TYPED_WORDS_MAX = 16
/** Most words that one typed word is corrected to. */
const CORRECTIONS_MAX = 64
/** Most words whose corrections are cached: each search compares every word of that length. */
const CACHED_CORRECTIONS_MAX = 1_000
/** Searches whose rows are cached, and the rows of all of them: 4 bytes each, 1 MB. */
const CACHED_SEARCHES_MAX = 2_000
const CACHED_ROWS_MAX = 250_000
/** SQLite's result codes IOERR, CORRUPT and NOTADB. */
const UNREADABLE = [10, 11, 26]

/**
 * Finds streets and places by words while they are typed, in SQLite's full-text index in a file of
 * the build. Rows with more addresses come first, so that a search may end when it has enough.
 * SQLite comes with Node; docs/decisions/019-search-uses-sqlite.md has its costs and
 * those of MiniSearch.
 */
export class SearchIndex implements SimilarStreets {
  private readonly database: DatabaseSync
  private readonly matching: StatementSync
  private readonly file: string
  private readonly guard: GuardedFile | null
  /**
   * Rows found, as twice their number, and one more for a street. The first letters of a name find
   * the most rows, and people share them.
   */
  private readonly searches = new LRUCache<string, Int32Array>({
    max: CACHED_SEARCHES_MAX,
    maxSize: CACHED_ROWS_MAX,
    sizeCalculation: ({ length }) => 1 + length,
  })
  private vocabulary: Map<number, string[]> | null = null
  private readonly corrections = new LRUCache<string, string[]>({ max: CACHED_CORRECTIONS_MAX })

  /**
   * Opens a file from `write`, guarded by `guard` where given. Throws for a file that is not an
   * index.
   */
  constructor(file: string, guard: GuardedFile | null = null) {
    this.file = file
    this.guard = guard
    this.database = new DatabaseSync(file, { readOnly: true })
    try {
      this.matching = this.database.prepare(
        `SELECT source_row * 2 + (kind = 'street') FROM entry JOIN named ON named.rowid = entry.id
         WHERE named MATCH ? ORDER BY named.rowid LIMIT ?`,
      )
      // 2,000 rows as arrays take 0.7 ms, as objects 1.7 (tests/bench/search.ts, typing `f`).
      this.matching.setReturnArrays(true)
      guard?.expectWholeAtPath()
    } catch (error) {
      this.database.close()
      throw error
    }
  }

  /** Writes the index of a build's streets and places; returns their number. */
  static write(packs: Packs, file: string): number {
    rmSync(file, { force: true })
    const database = new DatabaseSync(file)
    try {
      // Written once and read-only from then on: it needs no journal.
      database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 8192;
        CREATE VIRTUAL TABLE named USING fts5(name, place, content='', columnsize=0,
          prefix='1 2 3', tokenize='unicode61 remove_diacritics 0');
        CREATE VIRTUAL TABLE vocabulary USING fts5vocab(named, 'col');
        CREATE TABLE entry (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, source_row INTEGER NOT NULL);
        BEGIN`)
      const entry = database.prepare('INSERT INTO entry VALUES (?, ?, ?)')
      const named = database.prepare('INSERT INTO named (rowid, name, place) VALUES (?, ?, ?)')
      const rows = namedRows(packs)
      rows.forEach(({ kind, row, name, place }, i) => {
        entry.run(i + 1, kind, row)
        named.run(i + 1, name, place)
      })
      database.exec(`COMMIT; INSERT INTO named (named) VALUES ('optimize'); VACUUM`)
      return rows.length
    } finally {
      database.close()
    }
  }

  close(): void {
    this.database.close()
  }

  /** Number of streets and places in the index. */
  get items(): number {
    return this.database.prepare('SELECT count(*) AS items FROM entry').get()!.items as number
  }

  similar(words: readonly string[], place: SearchedPlace): number[] {
    if (words.length > NAME_WORDS_MAX) return []
    const groups = [
      ...(place.zip ? [[place.zip]] : []),
      ...(place.cityTokens.length > 0 ? [place.cityTokens] : []),
    ]
    const where = groups.map((group) => all(group.map((word) => `place : ${quoted(word)}`)))
    const name: string[] = []
    for (const word of words) {
      const corrections = this.correctionsOf(word, 4, 2)
      // Readings of one line share their words: a word that no name has rules out all of them.
      if (corrections.length === 0 && this.isUnknown(word)) return []
      name.push(`name : ${anyOf([word, ...corrections])}`)
    }
    const query = all([...name, ...(where.length > 0 ? [any(where)] : [])])
    const found = this.match(query, SIMILAR_MAX + 1)
    if (found.length > SIMILAR_MAX) return []
    return found.flatMap(({ kind, row }) => (kind === 'street' ? [row] : []))
  }

  /**
   * Finds rows that have all typed words, those with more addresses first. The last word may be
   * incomplete; where nothing is found each word may be, and then each may be misspelled.
   */
  typed(text: string, most: number, isMaybeMisspelled = true): NamedRow[] {
    const words = [...new Set(tokenize(text))].slice(0, TYPED_WORDS_MAX)
    if (words.length === 0) return []
    const last = words.length - 1
    const found = this.wordsFound(
      words.map((word, i) => (i === last ? begun(word) : quoted(word))),
      most,
    )
    if (found.length > 0) return found
    const half = this.wordsFound(words.map(begun), most)
    if (half.length > 0 || !isMaybeMisspelled) return half
    const corrections = words.map((word) =>
      any([begun(word), ...this.correctionsOf(word, 3, word.length < 8 ? 1 : 2).map(quoted)]),
    )
    return this.wordsFound(corrections, most)
  }

  /**
   * Finds rows with all words, at least one of them in the name: a city alone does not match its
   * streets.
   */
  private wordsFound(words: readonly string[], most: number): NamedRow[] {
    return this.match(all([...words, any(words.map((word) => `name : ${word}`))]), most)
  }

  private match(query: string, most: number): NamedRow[] {
    const key = `${most} ${query}`
    const known = this.searches.get(key)
    const found = this.read(() => known ?? this.search(query, most))
    if (!known) this.searches.set(key, found)
    return Array.from(found, (code) => {
      return { kind: code & 1 ? 'street' : 'locality', row: code >> 1 }
    })
  }

  private search(query: string, most: number): Int32Array {
    const rows = this.matching.all(query, most) as unknown as [code: number][]
    return Int32Array.from(rows, ([code]) => code)
  }

  /**
   * Words of names that a word may be a misspelling of. Numbers and short words are not corrected.
   */
  private correctionsOf(word: string, lettersMin: number, edits: number): string[] {
    if (word.length < lettersMin || /^\d/.test(word)) return []
    const key = `${edits} ${word}`
    let corrections = this.corrections.get(key)
    if (!corrections) {
      const lengths = Array.from({ length: 2 * edits + 1 }, (_, i) => word.length - edits + i)
      corrections = lengths
        .flatMap((length) => this.terms.get(length) ?? [])
        .filter((term) => term !== word && editsWithin(word, term, edits))
        .sort()
        .slice(0, CORRECTIONS_MAX)
      this.corrections.set(key, corrections)
    }
    return corrections
  }

  /** Whether no name has the word. False for numbers, which are not looked up. */
  private isUnknown(word: string): boolean {
    return /^\p{L}+$/u.test(word) && !this.terms.get(word.length)?.includes(word)
  }

  /** Words of names without numbers, by their length; read at the first misspelled name. */
  private get terms(): ReadonlyMap<number, string[]> {
    const sql = `SELECT term FROM vocabulary WHERE col = 'name' AND NOT term GLOB '[0-9]*'`
    this.vocabulary ??= Map.groupBy(
      this.read(() => this.database.prepare(sql).all()).map(({ term }) => `${term}`),
      ({ length }) => length,
    )
    return this.vocabulary
  }

  /** Runs a query and returns its result if the file is whole afterwards. Throws `DamagedFile`. */
  private read<T>(query: () => T): T {
    try {
      const result = query()
      this.guard?.expectWhole()
      return result
    } catch (cause) {
      this.guard?.expectWhole()
      const { errcode } = cause as { errcode?: number }
      if (errcode === undefined || !UNREADABLE.includes(errcode & 255)) throw cause
      throw new DamagedFile(this.file, 'cannot be read', { cause })
    }
  }
}

/** Lists every row with a name, those with more addresses first. */
function namedRows(packs: Packs) {
  const text = (values: unknown[]) =>
    values.flatMap((value) => (value === null ? [] : searchTokens(`${value}`))).join(' ')
  const rows: {
    kind: NamedRow['kind']
    row: number
    name: string
    place: string
    weight: number
  }[] = []
  const streets = packs.get('streets')
  for (let row = 0; row < (streets?.rows ?? 0); row++) {
    const { name, city, state, zip, county_name, address_count } = streets!.row(row)
    const place = text([city, state, zip, county_name])
    rows.push({ kind: 'street', row, name: text([name]), place, weight: address_count as number })
  }
  const localities = packs.get('localities')
  for (let row = 0; row < (localities?.rows ?? 0); row++) {
    const { name, state, county_name, address_count } = localities!.row(row)
    const place = text([state, county_name])
    rows.push({ kind: 'locality', row, name: text([name]), place, weight: address_count as number })
  }
  return rows.sort(
    (a, b) => b.weight - a.weight || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.row - b.row),
  )
}

function quoted(word: string): string {
  return `"${word}"`
}

function begun(word: string): string {
  return `"${word}"*`
}

function anyOf(words: readonly string[]): string {
  return any(words.map(quoted))
}

function all(parts: readonly string[]): string {
  return `(${parts.join(' AND ')})`
}

function any(parts: readonly string[]): string {
  return `(${parts.join(' OR ')})`
}
