import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { answerRequests, RequestPort } from './request-port.ts'

const ends: { close(): void }[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.close()
})

function connect(bounds?: ConstructorParameters<typeof RequestPort>[1]) {
  const { port1, port2 } = new MessageChannel()
  const requests = new RequestPort<number, string>(port1, bounds)
  ends.push(requests, port2)
  return { requests, other: port2 as MessagePort }
}

test('each request gets its own response, in any order', async () => {
  const { requests, other } = connect()
  const order: number[] = []
  answerRequests(other, async (request: number) => {
    await new Promise((resolve) => setTimeout(resolve, 30 - request * 10))
    return `answer ${request}`
  })
  const answers = [0, 1, 2].map(async (request) => {
    const answer = await requests.request(request)
    order.push(request)
    return answer
  })
  expect(await Promise.all(answers)).toEqual(['answer 0', 'answer 1', 'answer 2'])
  expect(order).toHaveLength(3)
})

test('an error of the other thread arrives as its text', async () => {
  const { requests, other } = connect()
  answerRequests<number, string>(
    other,
    () => Promise.reject(new Error('no statement')),
    (error) => `failed: ${(error as Error).message}`,
  )
  await expect(requests.request(1)).rejects.toMatchObject({
    reason: 'failed',
    message: 'failed: no statement',
  })
})

test('too many requests and late ones fail, and a late response is dropped', async () => {
  const { requests, other } = connect({ pendingMax: 1, timeoutMs: 20 })
  let respond = (_: string): void => {}
  answerRequests(other, () => new Promise<string>((resolve) => (respond = resolve)))
  const first = requests.request(1)
  await expect(requests.request(2)).rejects.toMatchObject({ reason: 'busy' })
  await expect(first).rejects.toMatchObject({ reason: 'late' })
  respond('too late')
  const third = requests.request(3)
  await expect(third).rejects.toMatchObject({ reason: 'late' })
})

test('when the other side closes, requests fail, also those that wait', async () => {
  const { requests, other } = connect()
  const waiting = requests.request(1)
  expect(requests.isClosed).toBe(false)
  other.close()
  await expect(waiting).rejects.toMatchObject({ reason: 'closed' })
  await expect(requests.request(2)).rejects.toMatchObject({ reason: 'closed' })
  expect(requests.isClosed).toBe(true)
})

test('a message of another kind is left to other listeners', async () => {
  const { requests, other } = connect()
  other.postMessage({ greeting: 'hello' })
  answerRequests(other, async (request: number) => `answer ${request}`)
  expect(await requests.request(1)).toBe('answer 1')
})
