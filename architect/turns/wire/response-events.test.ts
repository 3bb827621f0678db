import { ResponseStream as CurrentStream } from 'openai/lib/responses/ResponseStream'
import { ResponseStream as FormerStream } from 'openai6/lib/responses/ResponseStream'
import { describe, expect, test } from 'vitest'
import { weighted, wholeBetween } from '../../../random/choices.ts'
import { seededRandom } from '../../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../../tests/fuzz-seed.ts'
import { isLongRun } from '../../../tests/long-run.ts'
import { endedTurn, LINKS, randomSteps, splitSteps } from '../../../tests/turns/random-turn.ts'
import type { Step, Turn } from '../turn.ts'
import { ResponseEvents, type StreamEvent } from './response-events.ts'
import { wholeResponse } from './response-object.ts'

const ROUNDS = isLongRun ? 60 : 20
const STREAMS = [
  ['openai 7', CurrentStream],
  ['openai 6', FormerStream],
] as const

/** The events of a turn that is read in these parts, as they arrive at a client. */
function eventsOf(turn: Turn, parts: readonly Step[][], hasCalls: boolean): StreamEvent[] {
  const events = new ResponseEvents(turn, { hasCalls, links: LINKS })
  const sent: StreamEvent[] = []
  const send = (now: Turn, steps: readonly Step[]) => {
    for (const event of events.next(now, steps)) sent.push(JSON.parse(JSON.stringify(event)))
  }
  if (parts.length > 1) send({ ...turn, state: 'queued' }, [])
  for (const part of parts.slice(0, -1)) send({ ...turn, state: 'running' }, part)
  send(turn, parts.at(-1) ?? [])
  return sent
}

/** The response that the official client makes of events. */
async function accumulated(
  Stream: (typeof STREAMS)[number][1],
  events: readonly StreamEvent[],
): Promise<Record<string, unknown>> {
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('')
  const stream = Stream.fromReadableStream(new Blob([lines]).stream())
  const response = JSON.parse(JSON.stringify(await stream.finalResponse()))
  // Of the client's own parser of structured replies.
  delete response.output_parsed
  for (const { content = [] } of response.output) for (const part of content) delete part.parsed
  return response
}

/** The items that the deltas and parts of events build, without the terminal event. */
function itemsFrom(events: readonly StreamEvent[]) {
  // biome-ignore lint/suspicious/noExplicitAny: events of many shapes
  const items: any[] = []
  // biome-ignore lint/suspicious/noExplicitAny: events of many shapes
  for (const event of events as any[]) {
    const item = items[event.output_index]
    switch (event.type) {
      case 'response.output_item.added':
        items[event.output_index] = structuredClone(event.item)
        break
      case 'response.content_part.added':
        item.content[event.content_index] = structuredClone(event.part)
        break
      case 'response.reasoning_summary_part.added':
        item.summary[event.summary_index] = structuredClone(event.part)
        break
      case 'response.output_text.delta':
        item.content[event.content_index].text += event.delta
        break
      case 'response.reasoning_summary_text.delta':
        item.summary[event.summary_index].text += event.delta
        break
      case 'response.mcp_call_arguments.delta':
        item.arguments += event.delta
        break
    }
  }
  return items
}

describe('events of random turns', () => {
  const random = seededRandom(FUZZ_SEED, 'events of turns')
  const turns = Array.from({ length: ROUNDS }, () => {
    const steps = randomSteps(random)
    return { turn: endedTurn(random, steps), steps, hasCalls: random() < 0.5 }
  })

  test('have rising numbers, unique ids, and every item that is added is done in order', () => {
    for (const { turn, steps, hasCalls } of turns) {
      const events = eventsOf(turn, splitSteps(random, steps), hasCalls)
      expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()])
      const added = events.filter(({ type }) => type === 'response.output_item.added')
      const done = events.filter(({ type }) => type === 'response.output_item.done')
      expect(added.map((event) => event.output_index)).toEqual([...added.keys()])
      expect(done.map((event) => event.output_index)).toEqual([...added.keys()])
      const ids = done.map(({ item }) => (item as { id: string }).id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(added.map(({ item }) => (item as { id: string }).id)).toEqual(ids)
      const open: unknown[] = []
      for (const event of events) {
        if (event.type === 'response.output_item.added') open.push(event.output_index)
        else if (event.output_index !== undefined) expect(event.output_index).toBe(open.at(-1))
        if (event.item_id !== undefined) expect(event.item_id).toBe(ids[open.length - 1])
      }
    }
  })

  test('are the same in whatever parts the steps are read', () => {
    for (const { turn, steps, hasCalls } of turns) {
      const atOnce = eventsOf(turn, [steps], hasCalls)
      const inParts = eventsOf(turn, splitSteps(random, steps), hasCalls)
      expect(inParts).toEqual(atOnce)
      expect(atOnce[0]).toMatchObject({ type: 'response.created', response: { output: [] } })
    }
  })

  test('end with the response, whose items their deltas build', () => {
    for (const { turn, steps, hasCalls } of turns) {
      const events = eventsOf(turn, splitSteps(random, steps), hasCalls)
      const whole = JSON.parse(
        JSON.stringify(wholeResponse(turn, steps, { hasCalls, links: LINKS })),
      )
      const last = events.at(-1)
      expect(last?.type).toMatch(/^response\.(completed|incomplete|failed)$/)
      expect(last?.response).toEqual(whole)
      const built = itemsFrom(events)
      const texts = (items: Record<string, unknown>[]) =>
        items.map(({ id, type, content, summary, arguments: given }) => ({
          id,
          type,
          content,
          summary,
          arguments: given,
        }))
      expect(texts(built)).toEqual(texts(whole.output))
    }
  })

  test.each(STREAMS)('are put together exactly by %s', async (_, Stream) => {
    for (const { turn, steps, hasCalls } of turns) {
      const events = eventsOf(turn, splitSteps(random, steps), hasCalls)
      const whole = wholeResponse(turn, steps, { hasCalls, links: LINKS })
      expect(await accumulated(Stream, events)).toEqual(JSON.parse(JSON.stringify(whole)))
    }
  })

  test('after any number are the others', () => {
    for (const { turn, steps, hasCalls } of turns) {
      const live = eventsOf(turn, splitSteps(random, steps), hasCalls)
      const after = wholeBetween(random, -1, live.length)
      const again = eventsOf(turn, splitSteps(random, steps), hasCalls)
      const others = again.filter(({ sequence_number }) => sequence_number > after)
      expect([...live.slice(0, after + 1), ...others]).toEqual(live)
    }
  })

  test('of a turn that waits are few, and of one that was cancelled then are whole', () => {
    const turn = endedTurn(random, [])
    const waiting = new ResponseEvents(turn, { hasCalls: false, links: LINKS })
    const first = waiting.next({ ...turn, state: 'queued' }, [])
    expect(first.map(({ type }) => type)).toEqual(['response.created', 'response.queued'])
    expect(waiting.next({ ...turn, state: 'queued' }, [])).toEqual([])
    const cancelled = { ...turn, state: 'cancelled' as const, reply: '', error: null }
    const rest = waiting.next(cancelled, [])
    expect(rest.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: { status: 'cancelled', output: [] },
    })
  })
})

test('deltas do not split a character', () => {
  const random = seededRandom(FUZZ_SEED, 'deltas of texts')
  for (let round = 0; round < 50; round++) {
    const length = wholeBetween(random, 0, 900)
    const text = Array.from({ length }, () =>
      weighted(random, [
        ['a', 3],
        ['\u{1F3E0}', 1],
        ['é', 1],
      ]),
    ).join('')
    const events = eventsOf(
      { ...endedTurn(random, []), state: 'completed', error: null, reply: text },
      [[]],
      false,
    )
    const deltas = events.flatMap(({ delta }) => (delta === undefined ? [] : [`${delta}`]))
    expect(deltas.join('')).toBe(text)
    expect(deltas.every((delta) => delta.isWellFormed())).toBe(true)
  }
})
