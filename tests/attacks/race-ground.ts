import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../../accounts/database/database.ts'
import { openDatabase } from '../../accounts/database/open-database.ts'
import { type OpenAccounts, openAccounts } from '../../accounts/open-accounts.ts'
import { hashPassword } from '../../accounts/people/password-hash.ts'
import type { AccountsSettings } from '../../accounts/settings.ts'
import { AccountBrowser, PASSWORD } from '../accounts/account-browser.ts'
import { CHEAP_HASH } from '../accounts/accounts-on.ts'

/** Roles of the people of each round, by number. The first five are members of its organization. */
export const ROLES = ['owner', 'owner', 'admin', 'admin', 'member']
const PEOPLE = 7

/** A race that runs several times, each time with new people and a new organization. */
export interface Race {
  title: string
  /** Rows that bring a number near its limit before the accounts are opened. */
  fill?(database: Database, round: number): Promise<unknown>
  /** Runs one round. Throws when no order of the requests could have this outcome. */
  run(round: Round): Promise<void>
}

/** Accounts of several processes, on one database with people in it. */
export class RaceGround {
  readonly services: OpenAccounts[] = []
  private readonly notes: string[] = []
  private readonly races: Race[]

  private constructor(races: Race[]) {
    this.races = races
  }

  /** Fills the database for `rounds` of each race, then opens `processes` accounts on it. */
  static async open(
    settings: AccountsSettings,
    races: Race[],
    { rounds, processes }: { rounds: number; processes: number },
  ): Promise<RaceGround> {
    const ground = new RaceGround(races)
    const database = await openDatabase(settings.database)
    try {
      await fill(database, races.length, rounds)
      for (const race of races)
        for (let round = 0; round < rounds; round++)
          await race.fill?.(database, ground.idOf(race, round))
    } finally {
      await database.close()
    }
    const note = (text: string) => void ground.notes.push(text)
    for (let n = 0; n < processes; n++)
      ground.services.push(await openAccounts(settings, { note, hashCost: CHEAP_HASH }))
    return ground
  }

  async close(): Promise<void> {
    for (const service of this.services) await service.close()
  }

  /** Runs one round. Each answer must be a result or a refusal, never a server error. */
  async run(race: Race, number: number): Promise<void> {
    await race.run(new Round(this.services, this.notes, this.idOf(race, number)))
    expect(this.notes.filter((note) => /failed/.test(note))).toEqual([])
  }

  private idOf(race: Race, round: number): number {
    return this.races.indexOf(race) * 10_000 + round
  }
}

/** One round of a race: its people, each at another process, and its organization. */
export class Round {
  readonly id: number
  readonly organizationId: string
  private readonly services: OpenAccounts[]
  private readonly notes: string[]
  private next = 0

  constructor(services: OpenAccounts[], notes: string[], id: number) {
    this.services = services
    this.notes = notes
    this.id = id
    this.organizationId = `org${id}`
  }

  /** A browser at the next process, with nobody signed in. */
  browser(): AccountBrowser {
    return new AccountBrowser(this.services[this.next++ % this.services.length])
  }

  /** A browser in which a person of this round is signed in. */
  async person(number: number): Promise<AccountBrowser> {
    const browser = this.browser()
    const body = { email: emailOf(this.id, number), password: PASSWORD }
    expect((await browser.post('/api/auth/sign-in/email', body)).status).toBe(200)
    return browser
  }

  people(...numbers: number[]): Promise<AccountBrowser[]> {
    return Promise.all(numbers.map((number) => this.person(number)))
  }

  /** Another browser with the same cookies, at the next process. */
  twin(browser: AccountBrowser): AccountBrowser {
    const twin = this.browser()
    for (const [name, value] of browser.cookies) twin.cookies.set(name, value)
    return twin
  }

  /** The last token of a mail to a person. */
  async resetToken(number: number): Promise<string> {
    const email = emailOf(this.id, number)
    await this.browser().post('/api/auth/request-password-reset', { email })
    for (const service of this.services) await service.mailed()
    const mail = this.notes.findLast((note) => note.includes(email))!
    return /#reset-password=([\w-]+)/.exec(mail)![1]
  }

  memberId(number: number): string {
    return `member${this.id}x${number}`
  }

  /** Remaining roles of the organization, or null where it is gone. */
  async rolesSeenBy(...browsers: AccountBrowser[]): Promise<string[] | null> {
    for (const browser of browsers) {
      const path = `/api/auth/organization/get-full-organization?organizationId=${this.organizationId}`
      const { status, body } = await browser.get(path)
      if (status === 200) return body.members.map(({ role }: { role: string }) => role)
    }
    return null
  }
}

export function emailOf(id: number, number: number): string {
  return `p${id}x${number}@example.com`
}

/** Signs everybody of every round up with one password, and makes one organization per round. */
async function fill(database: Database, races: number, rounds: number): Promise<void> {
  const password = await hashPassword(PASSWORD, CHEAP_HASH)
  const ids = sql`(SELECT race * 10000 + round AS id
    FROM generate_series(0, ${races - 1}::int) race, generate_series(0, ${rounds - 1}::int) round) i`
  const numbers = sql`generate_series(0, ${PEOPLE - 1}::int) n`
  const role = sql.raw(`(ARRAY[${ROLES.map((each) => `'${each}'`)}])[n + 1]`)
  for (const statement of [
    sql`INSERT INTO "user" (id, name, email, email_verified)
      SELECT 'user' || id || 'x' || n, 'Person ' || n, 'p' || id || 'x' || n || '@example.com', true
      FROM ${ids}, ${numbers}`,
    sql`INSERT INTO account (id, user_id, provider_id, account_id, password)
      SELECT id, id, 'credential', id, ${password} FROM "user"`,
    sql`INSERT INTO organization (id, name, slug) SELECT 'org' || id, 'Org', 'org' || id FROM ${ids}`,
    sql`INSERT INTO member (id, organization_id, user_id, role)
      SELECT 'member' || id || 'x' || n, 'org' || id, 'user' || id || 'x' || n, ${role}
      FROM ${ids}, generate_series(0, ${ROLES.length - 1}::int) n`,
  ])
    await database.tables.execute(statement)
}

export type Answer = Awaited<ReturnType<AccountBrowser['post']>>

/**
 * Statuses of the answers: each must be a result or a refusal with a sentence, not a server error.
 */
export function statuses(answers: Answer[]): number[] {
  return answers.map(({ status, body }) => {
    if (status >= 400) expect(body.error).toMatchObject({ message: expect.stringMatching(/\.$/) })
    expect(status, JSON.stringify(body)).toBeLessThan(500)
    return status
  })
}

/** Number of answers that succeeded; the others were refused. */
export function done(answers: Answer[]): number {
  return statuses(answers).filter((status) => status < 300).length
}
