import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  barrierOf,
  findReceivers,
  receiverName,
  type Surroundings,
  sendBuilding,
} from './receivers.ts'

const HEALTH = { app: 'blender', version: '3.4.1', addon: '1.0.0', port: 27413, allowed: true }
const FILE = { glb: new ArrayBuffer(4), name: 'Häuschen', projectId: 'a', version: '3' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A browser whose requests are answered by a function. */
function browser(
  answer: (url: string, init?: RequestInit) => Response | Promise<Response>,
  more: Partial<Surroundings> = {},
): Surroundings {
  const fetch = async (url: string, init?: RequestInit) => await answer(url, init)
  return { fetch, isSecureContext: true, hostname: 'plat.example', ...more }
}
const refused = () => Promise.reject(new TypeError('Failed to fetch'))
const permission = (state: string, known = 'loopback-network') => ({
  permissions: {
    query: async ({ name }: { name: string }) => {
      if (name !== known) throw new TypeError(name)
      return { state }
    },
  },
})

test.each([
  ['localhost', false, {}, null],
  ['plat.localhost', false, {}, null],
  ['127.0.0.1', false, permission('denied'), null],
  ['[::1]', false, {}, null],
  ['192.168.1.4', false, {}, 'insecure'],
  ['localhost.example', false, {}, 'insecure'],
  ['plat.example', true, {}, null],
  ['plat.example', true, permission('prompt'), 'question'],
  ['plat.example', true, permission('denied'), 'denied'],
  ['plat.example', true, permission('granted'), null],
  ['plat.example', true, permission('prompt', 'local-network-access'), 'question'],
  ['plat.example', true, permission('denied', 'another'), null],
] as const)(
  'on %s (secure: %s) with %o the barrier is %s',
  async (hostname, isSecureContext, more, barrier) => {
    expect(await barrierOf(browser(refused, { hostname, isSecureContext, ...more }))).toBe(barrier)
  },
)

test('receivers are found at all their ports, and other programs are not', async () => {
  const answers: Record<string, () => Response | Promise<Response>> = {
    '27412': () => new Response('<h1>Another program</h1>'),
    '27413': () => Response.json({ ...HEALTH, allowed: false }),
    '27414': () => Response.json({ ok: true }),
    '27415': () => Response.json(null),
    '27416': () => Response.json({ ...HEALTH, app: 'folder' }),
  }
  const around = browser((url) => answers[new URL(url).port]())
  const found = await findReceivers(around)
  expect(found).toEqual([
    { ...HEALTH, allowed: false },
    { ...HEALTH, app: 'folder', port: 27416 },
  ])
  expect(found.map(receiverName)).toEqual([
    'Blender 3.4.1, add-on 1.0.0, port 27413',
    'A folder (3.4.1), port 27416',
  ])
  expect(await findReceivers(browser(refused))).toEqual([])
})

test('a file is sent with its headers, and followed to its end', async () => {
  const sent: [string, RequestInit?][] = []
  const states = ['queued', 'queued', 'done']
  const around = browser((url, init) => {
    sent.push([url, init])
    return Response.json({ id: 'import_1', state: states.shift() }, { status: 202 })
  })
  const queued = vi.fn()
  const ended = sendBuilding(around, 27413, FILE, queued)
  await vi.advanceTimersByTimeAsync(700)
  expect(await ended).toEqual({ id: 'import_1', state: 'done' })
  expect(queued).toHaveBeenCalledTimes(1)
  expect(sent.map(([url]) => url)).toEqual([
    'http://127.0.0.1:27413/svc/import',
    'http://127.0.0.1:27413/svc/import/import_1',
    'http://127.0.0.1:27413/svc/import/import_1',
  ])
  expect(sent[0][1]).toEqual({
    method: 'POST',
    headers: {
      'content-type': 'model/gltf-binary',
      'x-svc-project-name': 'H%C3%A4uschen',
      'x-svc-project-id': 'a',
      'x-svc-version': '3',
    },
    body: FILE.glb,
  })
})

test.each([
  [() => Response.json({ error: { code: 'not_glb', message: 'Cut.' } }, { status: 400 }), 'Cut.'],
  [() => new Response('<h1>', { status: 502 }), 'It answered with status 502.'],
  [refused, 'does not answer any more'],
  [
    () => Response.json({ id: 'a', state: 'failed', error: { code: 'x', message: 'Edit Mode.' } }),
    'Edit Mode.',
  ],
])('a failure is stated in the words of the receiver: %#', async (answer, message) => {
  await expect(sendBuilding(browser(answer), 27413, FILE, () => {})).rejects.toThrow(message)
})

test('an import that does not end is given up', async () => {
  const around = browser(() => Response.json({ id: 'a', state: 'queued' }))
  const ended = sendBuilding(around, 27413, FILE, () => {}).catch((error) => error)
  await vi.advanceTimersByTimeAsync(11 * 60_000)
  expect(await ended).toMatchObject({ code: 'late' })
})
