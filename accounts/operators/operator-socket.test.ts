import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendOperatorRequest } from './operator-client.ts'
import type { OperatorService } from './operator-service.ts'
import { listenForOperators } from './operator-socket.ts'
import { socketPath } from './socket-path.ts'

const LIST = { do: 'list', owner: 'all' } as const

let root: string
let folder: string
let failures: unknown[]
let requests: unknown[]
let services: { close(): Promise<void> }[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plat-operators-'))
  folder = root
  failures = []
  requests = []
  services = []
})
afterEach(async () => {
  for (const service of services) await service.close()
  rmSync(root, { recursive: true, force: true })
})

async function listen(answer: () => Promise<object> = async () => ({ keys: [] })): Promise<void> {
  const operators = {
    answer(request: unknown) {
      requests.push(request)
      return answer()
    },
  } as OperatorService
  services.push(await listenForOperators(folder, operators, (error) => failures.push(error)))
}

const place = () => ({ kind: 'embedded' as const, folder: join(folder, 'database') })
const modeOf = (path: string) => statSync(path).mode & 0o777

async function raw(line: string): Promise<string> {
  const socket = connect(socketPath(folder))
  socket.write(line)
  return await text(socket)
}

test('a service answers operators on a socket that only its user may open', async () => {
  await listen()
  expect(await sendOperatorRequest(place(), folder, LIST)).toEqual({ keys: [] })
  expect(requests).toEqual([LIST])
  expect(modeOf(join(folder, 'socket'))).toBe(0o600)
})

test('where the path is too long for a socket, it listens at a short one that is named there', async () => {
  folder = join(folder, 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(folder, { recursive: true })
  await listen()
  const path = socketPath(folder)
  expect(path.length).toBeLessThan(104)
  expect(modeOf(dirname(path))).toBe(0o700)
  expect(await sendOperatorRequest(place(), folder, LIST)).toEqual({ keys: [] })
  await services.pop()!.close()
  expect(socketPath(folder)).toBe(join(folder, 'socket'))
  expect(() => statSync(dirname(path))).toThrow(/ENOENT/)
})

test('a socket that a killed service left is replaced', async () => {
  await listen()
  await listen()
  expect(await sendOperatorRequest(place(), folder, LIST)).toEqual({ keys: [] })
})

test('an invalid request is refused, and too long a request closes the connection', async () => {
  await listen()
  const { refused } = JSON.parse(await raw('{"do":"drop"}\n'))
  expect(refused).toBe('The request is not valid.')
  expect(JSON.parse(await raw('nonsense\n'))).toEqual({ failure: expect.any(String) })
  const flooded = await raw('x'.repeat(200_000)).catch(() => '')
  expect(flooded).toBe('')
  expect(requests).toEqual([])
})

test('the log has a failure in full, and the operator only that there was one', async () => {
  await listen(async () => {
    throw new Error('the disk is full')
  })
  await expect(sendOperatorRequest(place(), folder, LIST)).rejects.toMatchObject({
    name: 'StepError',
    message: expect.not.stringContaining('disk'),
  })
  expect(`${failures}`).toContain('the disk is full')
})
