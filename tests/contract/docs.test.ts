import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../serve/app.ts'
import { KEYS, ScriptedAccounts } from '../accounts/scripted-accounts.ts'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { type Described, operationsOf } from './description.ts'

/** The page is sent whole: a phone on a slow connection should have it in a few seconds. */
const BYTES_MAX = 400_000

let sample: ServedSample
let page: string
let described: Described & { components: { schemas: Record<string, unknown> } }
let policy: string
beforeAll(async () => {
  sample = await serveSample({ accounts: new ScriptedAccounts() })
  const answer = await fetch(`${sample.base}/docs`)
  policy = `${answer.headers.get('content-security-policy')}`
  page = await answer.text()
  described = (await sample.app.inject('/api/openapi.json')).json()
})
afterAll(() => sample?.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')
const textOf = (html: string) =>
  html.replace(/<[^>]+>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
const sectionOf = (id: string) =>
  new RegExp(`<section class="operation" id="${id}"[\\s\\S]*?</section>`).exec(page)![0]

describe('the reference page', () => {
  test('stands alone: nothing is loaded, and its policy allows its own style and script only', () => {
    expect(Buffer.byteLength(page)).toBeLessThan(BYTES_MAX)
    expect(page).not.toMatch(/\s(?:src|srcset|action|style|on\w+)=/)
    expect(page).not.toMatch(/<(?:link|img|iframe|object|embed|base|form)\b/)
    expect(page).not.toMatch(/@import|url\(/)
    const [style] = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => match[1])
    const [script] = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1])
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${sha256(style)}'`,
      `script-src 'sha256-${sha256(script)}'`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
  })

  test('has no two elements of one id, and no link to a missing element', () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1])
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    const places = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
    expect(places.filter((place) => !ids.includes(place))).toEqual([])
    expect(places.length).toBeGreaterThan(50)
  })

  test('has headings in order, and never skips a level', () => {
    const levels = [...page.matchAll(/<h(\d)/g)].map((match) => Number(match[1]))
    expect(levels[0]).toBe(1)
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    const skips = levels.filter((level, i) => i > 0 && level > levels[i - 1] + 1)
    expect(skips).toEqual([])
  })

  test('has an anchor for every operation and every schema', () => {
    for (const { path, method, operation } of operationsOf(described)) {
      if (!path.startsWith('/v1')) continue
      expect(textOf(sectionOf(operation.operationId))).toContain(`${method} ${path}`)
    }
    for (const name of Object.keys(described.components.schemas))
      expect(page.includes(`id="${name}"`), name).toBe(true)
  })

  test('lists every parameter with its limits, and every status with its headers', () => {
    for (const { path, operation: get } of operationsOf(described)) {
      if (!path.startsWith('/v1')) continue
      const section = sectionOf(get.operationId)
      const text = textOf(section)
      for (const { name, in: place, required, schema } of get.parameters) {
        if (place === 'header') {
          expect(text, name).toContain(name)
          continue
        }
        const row = new RegExp(`<div data-name="${name}" data-in="${place}">[\\s\\S]*?</dd></div>`)
        const shown = textOf(row.exec(section)![0])
        const limits = [schema.minimum, schema.maximum, schema.maxLength, schema.default]
        for (const limit of limits.filter((each) => each !== undefined))
          expect(shown, `${path} ${name}`).toContain(`${limit}`)
        for (const value of schema.enum ?? []) expect(shown).toContain(value)
        expect(shown.includes('required'), `${path} ${name}`).toBe(required)
      }
      for (const [status, response] of Object.entries(get.responses)) {
        const row = new RegExp(`<tr><th scope="row">${status}</th>[\\s\\S]*?</tr>`)
        const shown = textOf(row.exec(section)![0])
        for (const name of Object.keys(response.headers ?? {})) expect(shown).toContain(name)
      }
    }
  })

  test('lists every field of every body', () => {
    const names = new Set<string>()
    JSON.stringify(described.components.schemas, (key, value) => {
      // A field of that name is a schema itself, and has a type.
      if (key === 'properties' && typeof value.type !== 'string')
        for (const name of Object.keys(value)) names.add(name)
      return value
    })
    expect(names.size).toBeGreaterThan(200)
    const listed = new Set(
      [...page.matchAll(/<dt><code>([^<]+)<\/code>/g)].map((match) => match[1]),
    )
    expect([...names].filter((name) => !listed.has(name))).toEqual([])
  })

  test('has an example for every operation: a command that works, and its answer', async () => {
    for (const { path, method, operation: get } of operationsOf(described)) {
      if (!path.startsWith('/v1')) continue
      const section = sectionOf(get.operationId)
      const commands = [...section.matchAll(/<pre class="command"[^>]*><code>([^<]+)</g)]
      expect(commands.length, path).toBeGreaterThan(0)
      const links = [...section.matchAll(/<p class="example-title">[^<]+<a href="([^"]+)"/g)]
      expect(links).toHaveLength(method === 'GET' ? commands.length : 0)
      for (const [place, [, command]] of commands.entries()) {
        const url = /'(http[^']+)'$/.exec(textOf(command))![1]
        const [, sent] = / -d '([^']+)'/.exec(textOf(command)) ?? []
        const headers = { ...(sent && { 'content-type': 'application/json' }) }
        const send = (more = {}) =>
          fetch(url, { method, body: sent, headers: { ...headers, ...more } })
        if (method === 'GET')
          expect(new URL(textOf(links[place][1]), `${sample.base}/docs`).href).toBe(url)
        const isOpen = get.security.length === 0
        expect(textOf(command).includes('"Authorization: Bearer $PLAT_KEY"'), path).toBe(!isOpen)
        expect((await send()).status, url).toBe(isOpen ? 200 : 401)
        const { status } = await send({ 'x-api-key': KEYS.good })
        expect(status, url).toBe(200)
      }
      const answered = [...section.matchAll(/Response: (\d+)/g)].map((match) => match[1])
      const isJson = Object.entries(get.responses[200].content ?? {}).some(
        ([type, { schema }]) => type.includes('json') && schema,
      )
      expect(answered).toEqual(isJson ? commands.map(() => '200') : [])
    }
  })

  test('names the host of the request, and never the host of an earlier request', async () => {
    const request = async (host: string) =>
      (await sample.app.inject({ url: '/api/docs', headers: { host } })).body
    const names = async (host: string, text: string) => (await request(host)).includes(text)
    expect(await names('first.example', 'http://first.example/api/v1/location')).toBe(true)
    expect(await names('second.example', 'first.example')).toBe(false)
    expect(await names('second.example', '.invalid')).toBe(false)
    for (const host of ['"><script>alert(1)</script>', 'a b.example', "a'b.example"])
      expect(await names(host, host)).toBe(false)
  })

  test('answers without a build, and states that', async () => {
    const app = await createApp({ accounts: ANY_CALLER, builds: { acquire: () => null } })
    const { statusCode, body } = await app.inject('/api/docs')
    expect(statusCode).toBe(200)
    expect(body).toContain('No build is in service')
    expect(body).toContain('id="getLocation"')
    await app.close()
  })

  test('answers with a build whose files are damaged, without examples', async () => {
    const packs = new Map([['parcels', { rows: 3, polygons: () => null }]]) as never
    const build = { ...sample.build, packs, atClose: [] }
    const lines: string[] = []
    const logger = { level: 'error', stream: { write: (line: string) => void lines.push(line) } }
    const app = await createApp({
      accounts: ANY_CALLER,
      builds: { acquire: () => ({ build, release() {} }) },
      logger,
    })
    const { statusCode, body } = await app.inject('/api/docs')
    expect(statusCode).toBe(200)
    expect(body).toContain('id="getLocation"')
    expect(lines.join()).toContain('the reference has no examples')
    await app.close()
  })
})
