import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MemoryLimits } from '../limits/memory-limits.ts'
import { CredentialGate } from './credential-gate.ts'

const SECRET = 'what signs the sessions of this test, and no other'
const HERE = '192.0.2.1'
const DAY_MS = 86_400_000

let gate: CredentialGate
let limits: MemoryLimits
let statements: string[]
let now_ms: number

beforeEach(() => {
  statements = []
  now_ms = Date.now()
  limits = new MemoryLimits()
  gate = new CredentialGate({
    database: {
      async query(statement) {
        statements.push(statement.name ?? '')
        throw new Error('a demo visit has no row in the database')
      },
    },
    limits,
    secret: SECRET,
    now: () => now_ms,
  })
})
afterEach(async () => {
  limits.close()
  await gate.close()
})

function admitVisit(cookie: string, address = HERE, allows_demo = true, cost = 1) {
  return gate.admit(
    { kind: 'session', cookie, is_secure: false, allows_demo },
    'read:public',
    address,
    cost,
  )
}
async function begun(address = HERE): Promise<string> {
  const started = await gate.startDemo(address, false)
  if (started.kind !== 'started') throw new Error('limited')
  return started.set_cookie.split(';')[0]
}

test('is admitted for a day, only where a service allows it, without a query', async () => {
  const { set_cookie } = (await gate.startDemo('192.0.2.50', true)) as { set_cookie: string }
  expect(set_cookie).toMatch(
    /^__Secure-plat\.demo=\d+\.[\w%]+; Max-Age=86400; Path=\/api\/v1; HttpOnly; SameSite=Strict; Secure$/,
  )
  const cookie = await begun('192.0.2.51')
  expect(await admitVisit(cookie, '192.0.2.51')).toMatchObject({
    kind: 'visiting',
    allowance: { limit: 300, remaining: 298 },
  })
  const refused = { kind: 'refused', why: 'missing' }
  expect(await admitVisit(cookie, HERE, false)).toEqual(refused)
  now_ms += DAY_MS
  expect(await admitVisit(cookie)).toEqual(refused)
  expect(statements).toEqual([])
})

test('is not admitted with a cookie that this service did not sign, or not as a visit', async () => {
  const cookie = await begun('192.0.2.52')
  const until = Math.floor(now_ms / 1000) + 86_400
  const bySession = createHmac('sha256', SECRET).update(`${until}`).digest('base64')
  const forged = [
    cookie.replace(/=\d+/, `=${until + 1}`),
    `plat.demo=${until}`,
    `plat.demo=${until}.`,
    `plat.demo=${until}.${encodeURIComponent(bySession)}`,
    `${cookie}; plat.demo=x`,
    cookie.replace('plat.demo', '__Secure-plat.demo'),
    cookie.replace('plat.demo', 'plat.session_token'),
  ]
  for (const each of forged) expect(await admitVisit(each), each).toMatchObject({ kind: 'refused' })
  expect(statements).toEqual([])
})

test('counts its tiles apart', async () => {
  const address = '192.0.2.56'
  const cookie = await begun(address)
  const visit = { kind: 'session', cookie, is_secure: false, allows_demo: true } as const
  const tile = await gate.admit(visit, 'read:public', address, 1, 'tiles')
  expect(tile).toMatchObject({ kind: 'visiting', allowance: { limit: 3_000, remaining: 2_999 } })
  expect(await admitVisit(cookie, address)).toMatchObject({ allowance: { remaining: 298 } })
})

test('is counted by its address, whatever cookies it has', async () => {
  const address = '2001:db8:7::1'
  for (let n = 0; n < 3; n++) await begun(address)
  const cookie = await begun('192.0.2.53')
  expect(await admitVisit(cookie, address, true, 297)).toMatchObject({ kind: 'visiting' })
  const limited = { kind: 'limited', allowance: { remaining: 0 } }
  expect(await admitVisit(await begun('192.0.2.53'), '2001:db8:7::2')).toMatchObject(limited)
  expect(await gate.startDemo(address, false)).toMatchObject(limited)
  expect(await admitVisit(cookie, '192.0.2.54')).toMatchObject({ kind: 'visiting' })
})

test('goes on after a session of the same browser has ended', async () => {
  const cookie = `plat.session_token=none.${'x'.repeat(44)}; ${await begun('192.0.2.55')}`
  expect(await admitVisit(cookie)).toMatchObject({ kind: 'visiting' })
})
