import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Packs } from '../../lookup/location-lookup.ts'

/** The peer: SQLite's full-text index over every address, with indexes of prefixes. */
export class SearchPeer {
  private readonly database: DatabaseSync
  private readonly statement

  constructor(file: string) {
    rmSync(file, { force: true })
    this.database = new DatabaseSync(file)
    this.database.exec(
      `CREATE VIRTUAL TABLE address USING fts5(text, prefix='2 3 4', tokenize='unicode61')`,
    )
    this.statement = this.database.prepare(
      'SELECT text FROM address WHERE address MATCH ? LIMIT 10',
    )
  }

  /** Takes every address of a build as one line of text. */
  load(packs: Packs): void {
    const pack = packs.get('addresses')!
    const insert = this.database.prepare('INSERT INTO address VALUES (?)')
    this.database.exec('BEGIN')
    for (let row = 0; row < pack.rows; row++) {
      const { number, street, city, state, zip } = pack.row(row)
      insert.run(`${number} ${street}, ${city}, ${state} ${zip}`)
    }
    this.database.exec('COMMIT')
    this.database.exec(`INSERT INTO address(address) VALUES ('optimize')`)
  }

  /** The first ten lines that have a word for each typed one; the last may be half typed. */
  search(text: string): string[] {
    const words = text.match(/[a-z0-9]+/gi) ?? []
    if (words.length === 0) return []
    const query = words.map((word, i) => (i === words.length - 1 ? `"${word}"*` : `"${word}"`))
    return this.statement.all(query.join(' ')).map((row) => `${row.text}`)
  }

  close(): void {
    this.database.close()
  }
}
