import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY_LIMIT } from '../../accounts/admission/admission-limits.ts'
import { SECTION_NAMES } from '../../layers/index.ts'
import { createApp } from '../../serve/app.ts'
import { KEYS, ScriptedAccounts } from '../accounts/scripted-accounts.ts'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { openExampleApp } from '../fixtures/example-app.ts'

/** A language model reads all of it: some 15,000 tokens. */
const BYTES_MAX = 65_536

let sample: ServedSample
let text: string
beforeAll(async () => {
  sample = await serveSample({ accounts: new ScriptedAccounts() })
  text = await (await fetch(`${sample.base}/llms.txt`)).text()
})
afterAll(() => sample?.close())

/** A command of the text, and the claims below it. */
interface Command {
  url: string
  /** The JSON that it sends; undefined for a GET. */
  sent?: string
  headers: Record<string, string>
  status: number
  claims: string[]
}

/** Every block of the text is one command and its answer; anything else is a mistake. */
function commandsOf(page: string): Command[] {
  const blocks = [...page.matchAll(/^```\n([\s\S]*?)\n```$/gm)].map((match) => match[1])
  return blocks.map((block) => {
    const read =
      /^curl((?: -o [\w.]+)?(?: -H (?:'[^']+'|"[^"]+"))*)(?: -d '([^']+)')? '(http[^' ]+)'\n# (\d{3})(?:: (.+))?$/.exec(
        block,
      )
    if (!read) throw new Error(`not a command with its answer: ${block}`)
    const [, options, body, url, status, claims] = read
    const sent = [...options.matchAll(/-H ['"]([^:]+): ([^'"]+)['"]/g)].map(([, name, value]) => [
      name,
      value.replace('$PLAT_KEY', KEYS.good),
    ])
    return {
      url,
      sent: body,
      headers: Object.fromEntries(sent),
      status: Number(status),
      claims: claims?.split('; ') ?? [],
    }
  })
}

/** Sends a command and returns the claims that do not hold. */
async function broken({ url, sent, headers, status, claims }: Command): Promise<string[]> {
  const answer = await fetch(url, { method: sent ? 'POST' : 'GET', body: sent, headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const wrong = answer.status === status ? [] : [`${answer.status} instead of ${status}`]
  for (const claim of claims) {
    const size = /^(\d+) bytes$/.exec(claim)
    if (size) {
      if (bytes.length !== Number(size[1])) wrong.push(`${claim}: ${bytes.length}`)
      continue
    }
    const [, path, stated] = /^(\S+) is (.+)$/.exec(claim)!
    const keys = path.split(/[.[\]]+/).filter(Boolean)
    // biome-ignore lint/suspicious/noExplicitAny: a body of any shape
    const found = keys.reduce<any>((value, key) => value?.[key], JSON.parse(`${bytes}`))
    if (JSON.stringify(found) !== stated) wrong.push(`${claim}: ${JSON.stringify(found)}`)
  }
  return wrong
}

describe('llms.txt', () => {
  test('has the form of llmstxt.org: title, summary, text without headings, lists of links', () => {
    const [title, summary] = text.split('\n\n')
    expect(title).toMatch(/^# \S[^\n]+$/)
    expect(summary).toMatch(/^> \S[^\n]+$/)
    const [before, ...sections] = text.split(/^## /m)
    const prose = before.replace(/^```[\s\S]*?^```$/gm, '')
    expect(prose.match(/^#+ /gm)).toEqual(['# '])
    expect(sections.length).toBeGreaterThan(0)
    for (const section of sections) {
      const [name, ...lines] = section.trim().split('\n')
      expect(name).toMatch(/^\w+$/)
      for (const line of lines.filter(Boolean))
        expect(line).toMatch(/^- \[[^\]]+\]\(http\S+\)(: .+)?$/)
    }
  })

  test('links to pages and places that are there', async () => {
    const links = [...text.matchAll(/\]\((http\S+?)\)/g)].map((match) => match[1])
    expect(links.length).toBeGreaterThan(10)
    const docs = await (await fetch(`${sample.base}/docs`)).text()
    for (const page of new Set(links.map((link) => link.split('#')[0])))
      expect((await fetch(page)).status, page).toBe(200)
    for (const link of links) {
      const { hash } = new URL(link)
      if (hash) expect(docs, link).toContain(`id="${hash.slice(1)}"`)
    }
  })

  test('has commands that answer as the lines below them claim', async () => {
    const commands = commandsOf(text)
    expect(commands.length).toBeGreaterThan(20)
    expect(commands.flatMap(({ claims }) => claims).length).toBeGreaterThan(30)
    for (const command of commands) expect(await broken(command), command.url).toEqual([])
  })

  test('has a command for every operation', () => {
    const paths = commandsOf(text).map(({ url }) => new URL(url).pathname.replace(/^\/api/, ''))
    const operations = [...text.matchAll(/^- \[(?:GET|POST) (\/v1\S+)\]/gm)].map(
      (match) => match[1],
    )
    expect(operations.length).toBeGreaterThan(11)
    for (const path of operations) {
      const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/{\w+}/g, '[^/]+')}$`)
      expect(
        paths.some((each) => pattern.test(each)),
        path,
      ).toBe(true)
    }
  })

  test('and a command or a claim that does not hold is found', async () => {
    const [first] = commandsOf(text)
    expect(await broken(first)).toEqual([])
    expect(await broken({ ...first, status: 404 })).toHaveLength(1)
    expect(await broken({ ...first, claims: ['layers.parcel.status is "empty"'] })).toHaveLength(1)
    expect(() => commandsOf('```\nwget nothing\n```')).toThrow('not a command')
  })

  test('explains how to get a key, and sends it in all commands but those of open paths', async () => {
    expect(text).toContain('sk_map_')
    expect(text).toContain('account dialog')
    expect(text).toContain(`${KEY_LIMIT.requests} requests in any 60 seconds`)
    for (const { headers, ...command } of commandsOf(text)) {
      const isOpen = !('Authorization' in headers)
      expect(isOpen, command.url).toBe(command.url.endsWith('/v1/health'))
      const { Authorization, ...others } = headers
      const { sent } = command
      const method = sent ? 'POST' : 'GET'
      const { status } = await fetch(command.url, { method, body: sent, headers: others })
      expect(status, command.url).toBe(isOpen ? 200 : 401)
    }
  })

  test('lists the fields of every section, each in one line, and stays short', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(BYTES_MAX)
    for (const section of SECTION_NAMES) {
      const [, lines] = new RegExp(`^\`${section}\`:\n\n((?:- .+\n)+)`, 'm').exec(text) ?? []
      expect(lines?.trim().split('\n').length, section).toBeGreaterThan(1)
    }
    for (const line of [
      '- `parcel_key` string: ',
      '- `is_in_flood_zone` boolean or null: ',
      '- `zones_on_parcel[].coverage_pct` number: ',
      '- `evaluated_against` "parcel"|"point": ',
      '- `county.fips` string or null: ',
    ])
      expect(text).toContain(line)
    expect(text).not.toContain('(additive')
  })

  test('explains the statuses, and what never to conclude', () => {
    for (const word of ['available', 'empty', 'not_covered', 'not_available'])
      expect(text).toContain(`- \`${word}\`: `)
    expect(text).toContain('An unmapped point is not a safe point')
  })

  test('answers without a build, and its commands still hold', async () => {
    const app = await createApp({ accounts: ANY_CALLER, builds: { acquire: () => null } })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const base = `http://127.0.0.1:${(app.server.address() as { port: number }).port}/api`
    const page = await (await fetch(`${base}/llms.txt`)).text()
    expect(page).toContain('No build is in service')
    const commands = commandsOf(page)
    expect(commands.length).toBeGreaterThan(2)
    for (const command of commands) expect(await broken(command), command.url).toEqual([])
    await app.close()
  })

  test('names points of the build in service, and those of another after the pin has moved', async () => {
    const town = await openExampleApp()
    const page = (await town.get('/api/llms.txt')).body as string
    expect(page).toContain('the build in service, b1.')
    const base = await town.app.listen({ host: '127.0.0.1', port: 0 })
    for (const command of commandsOf(page)) {
      const url = command.url.replace('http://localhost:80', base)
      expect(await broken({ ...command, url }), url).toEqual([])
    }
    await town.close()
    const old = sample.build
    const closed = sample.replace({ ...old, id: 'another-build', atClose: [] })
    expect(closed()).toBe(true)
    const next = await (await fetch(`${sample.base}/llms.txt`)).text()
    expect(next).toContain('another-build')
    expect(next).not.toContain(old.id)
  })
})
