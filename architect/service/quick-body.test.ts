import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { quickBody } from './quick-body.ts'

const encoded = (text: string) => new TextEncoder().encode(text)

test('a body that ends at once is its bytes', async () => {
  const body = new Response('first second').body!
  expect(String(await quickBody(body))).toBe('first second')
})

test('of a body that goes on, what has come is sent before the rest', async () => {
  let more: (text: string) => void = () => {}
  let end: () => void = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      more = (text) => controller.enqueue(encoded(text))
      end = () => controller.close()
    },
  })
  more('first ')
  const stream = (await quickBody(body)) as Readable
  const [chunk] = await once(stream, 'data')
  expect(String(chunk)).toBe('first ')
  more('second')
  end()
  expect(String(Buffer.concat(await stream.toArray()))).toBe('second')
})

test('a body whose client has gone is cancelled, also while nothing comes', async () => {
  let why: unknown = 'not cancelled'
  const body = new ReadableStream<Uint8Array>({
    cancel(reason) {
      why = reason
    },
  })
  const stream = (await quickBody(body)) as Readable
  stream.on('error', () => {})
  stream.resume()
  await sleep(1)
  stream.destroy()
  await expect.poll(() => why).not.toBe('not cancelled')
})

test('a body that fails ends its stream with the failure', async () => {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await sleep(40)
      controller.error(new Error('the process is gone'))
    },
  })
  const stream = (await quickBody(body)) as Readable
  await expect(stream.toArray()).rejects.toThrow('the process is gone')
})
