import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Turns } from '../store/store-port.ts'
import { StoreRefusal } from '../store/store-refusal.ts'
import type { Step, Turn } from './turn.ts'
import { followTurn, TurnNews } from './turn-news.ts'

const VIEWER = null
const JSONS = { caller: '{}', input: '{}', request: '{}', error: null, question: null }
const ROW = { id: 't', state: 'running', ...JSONS }
const turnIn = (state: string) => ({ ...ROW, state }) as unknown as Turn
const step = (number: number) => ({ kind: 'check', number }) as unknown as Step

/** A database with one turn, which counts how often it is read. */
function stored() {
  const state = { reads: 0, isGone: false, state: 'running', steps: 0 }
  const turns = {
    async readTurn(_viewer: unknown, _id: string, after: number) {
      state.reads += 1
      if (state.isGone) throw new StoreRefusal('turn_not_found', 'Gone.')
      const rows = Array.from({ length: state.steps }, (_, at) => at + 1)
      return {
        turn: { ...ROW, state: state.state },
        steps: rows
          .filter((number) => number > after)
          .map((number) => ({ number, credits: 0, at: new Date(), content: '{"kind":"check"}' })),
      }
    },
  } as unknown as Turns
  return { turns, state }
}

/** Follows the turn and collects the numbers of its steps. */
function following(turns: Turns, news: TurnNews, signal?: AbortSignal) {
  const numbers: number[] = []
  const done = (async () => {
    for await (const { steps } of followTurn({ turns, news }, VIEWER, 't', { signal }))
      numbers.push(...steps.map(({ number }) => number))
  })()
  return { numbers, done }
}

test('steps are handed over once each and in order, without a read for each', async () => {
  const { turns, state } = stored()
  const news = new TurnNews()
  news.begin('t')
  const follower = following(turns, news)
  for (let number = 1; number <= 40; number++) {
    state.steps = number
    news.report('t', { turn: turnIn('running'), steps: [step(number)] })
    if (number % 3 === 0) await sleep(1)
  }
  state.state = 'completed'
  news.end('t')
  await follower.done
  expect(follower.numbers).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
  expect(state.reads).toBeLessThan(8)
})

test('steps that were missed or are too many to keep are read', async () => {
  const { turns, state } = stored()
  const news = new TurnNews()
  news.begin('t')
  const follower = following(turns, news)
  await sleep(5)
  state.steps = 30
  for (let number = 1; number <= 30; number++)
    news.report('t', { turn: turnIn('running'), steps: [step(number)] })
  await sleep(5)
  state.steps = 33
  news.report('t', { turn: turnIn('running'), steps: [step(33)] })
  await sleep(5)
  state.state = 'completed'
  news.end('t')
  await follower.done
  expect(follower.numbers).toEqual(Array.from({ length: 33 }, (_, at) => at + 1))
})

test('one who has lost the right is refused within 2 s, also while steps come', async () => {
  const { turns, state } = stored()
  const news = new TurnNews()
  news.begin('t')
  const from = performance.now()
  const follower = following(turns, news)
  await sleep(10)
  state.isGone = true
  let isDone = false
  const refused = follower.done.catch((error) => {
    isDone = true
    return error
  })
  for (let number = 1; !isDone && number < 100; number++) {
    news.report('t', { turn: turnIn('running'), steps: [step(number)] })
    await sleep(100)
  }
  expect(await refused).toMatchObject({ code: 'turn_not_found' })
  expect(performance.now() - from).toBeLessThan(3_000)
})

test('one who leaves is forgotten, whether it waits or has just been given a step', async () => {
  const { turns } = stored()
  const news = new TurnNews()
  news.begin('t')
  const left = new AbortController()
  const waiting = following(turns, news, left.signal)
  const reader = followTurn({ turns, news }, VIEWER, 't')
  await reader.next()
  expect(news.followersOf('t')).toBe(2)
  left.abort()
  await waiting.done
  await reader.return(undefined)
  expect(news.followersOf('t')).toBe(0)
})
