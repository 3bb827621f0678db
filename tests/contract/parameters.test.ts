import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { exampleValues } from '../../serve/reference/example-values.ts'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'
import { isLongRun } from '../long-run.ts'
import { BAD_ENCODINGS, misspelled, wrongValues } from './bad-values.ts'
import { type Answer, DescribedAnswers } from './described-answers.ts'
import {
  type Described,
  type DescribedParameter,
  operationsOf,
  type PlacedOperation,
  targetOf,
} from './description.ts'
import { type GoodValues, goodValues, type Question } from './good-values.ts'

/** Random good values together, for each operation with more than one parameter. */
const MIXED_QUESTIONS = isLongRun ? 20 : 1
/** Good values of a parameter that are tried alone. */
const VALUES_TRIED = isLongRun ? Infinity : 2

let sample: ServedSample
let described: Described
let good: GoodValues
let answers: DescribedAnswers
let templates: Map<string, string>
let operations: Map<string, PlacedOperation>
beforeAll(async () => {
  sample = await serveSample()
  described = await read<Described>('/api/openapi.json')
  const address = exampleValues(sample.build).address!
  const begun = encodeURIComponent(address.slice(0, 9))
  const { data } = await read<{ data: { label: string }[] }>(
    `/api/v1/search?types=address&limit=3&q=${begun}`,
  )
  const addresses = [...new Set([address, ...data.map(({ label }) => label)])]
  const page = await read<{ next_cursor: string }>('/api/v1/parcels?limit=2')
  good = goodValues(sample.build, addresses, [page.next_cursor])
  answers = new DescribedAnswers(described)
  operations = new Map(
    operationsOf(described).map((placed) => [placed.operation.operationId, placed]),
  )
  templates = new Map([...operations].map(([id, { path }]) => [id, path]))
})
afterAll(() => sample?.close())

async function request(target: string, payload?: object): Promise<Answer> {
  const method = payload ? 'POST' : 'GET'
  const answer = await sample.app.inject({ method, url: target, payload })
  const { statusCode, rawPayload } = answer
  return { status: statusCode, headers: answer.headers as Answer['headers'], body: rawPayload }
}
const read = async <T>(target: string): Promise<T> => JSON.parse(`${(await request(target)).body}`)

/** Sends a request, compares the answer with the description and returns it. */
async function checkedAnswer(target: string, body?: unknown): Promise<Answer> {
  const answer = await request(target, body as object | undefined)
  const problems = answers.problemsOf({ method: body ? 'POST' : 'GET', target }, answer, true)
  expect(problems, `GET ${target}\n${answer.body.toString('utf8', 0, 400)}`).toEqual([])
  return answer
}

const targetFor = (id: string, { path, query }: Question) =>
  targetOf(templates.get(id)!, { path, query: Object.entries(query) })
function withValue(question: Question, name: string, value: string): Question {
  const { path, query } = question
  // The parameters of a location exclude each other, and a cursor belongs to its filters.
  if (name === 'cursor') return { query: { cursor: value } }
  const way = ['lat', 'lng', 'll', 'address', 'parcel']
  if (!way.includes(name)) return { path, query: { ...query, [name]: value } }
  const rest = Object.entries(query).filter(([other]) => !way.includes(other))
  const other = { lat: 'lng', lng: 'lat' }[name]
  const pair: Record<string, string> = other ? { [other]: '0' } : {}
  return { path, query: { ...Object.fromEntries(rest), ...pair, [name]: value } }
}
const IDS = [
  ...['getLocation', 'search', 'listParcels', 'getParcel', 'listLayers', 'getLayer'],
  ...['listFeatures', 'getTileJson', 'getTile', 'getDemTile', 'getArchive', 'getCoverage'],
  ...['getReport', 'getHealth', 'listUpstreams', 'getOpenApi', 'getDocs', 'getLlmsText'],
  ...['listLocations', 'getExport', 'getCoverageMap'],
]
const parametersOf = (id: string, place: DescribedParameter['in']) =>
  operations.get(id)!.operation.parameters.filter((each) => each.in === place)

test('these are the operations of the description', () => {
  expect([...templates.keys()].sort()).toEqual([...IDS].sort())
})

describe.each(IDS)('%s', (id) => {
  test('answers every good question with a documented success', async () => {
    for (const question of good.questions[id]) {
      const { status } = await checkedAnswer(targetFor(id, question), question.body)
      expect([200, 204], targetFor(id, question)).toContain(status)
    }
  })

  test('answers every good value of every parameter, and good values together', async () => {
    const [question] = good.questions[id]
    const values = good.values[id] ?? {}
    const known = good.questions[id].flatMap(({ query }) => Object.keys(query))
    const names = parametersOf(id, 'query').map(({ name }) => name)
    const tried = [...known, ...Object.keys(values)]
    expect(names.filter((name) => !tried.includes(name))).toEqual([])
    for (const [name, list] of Object.entries(values))
      for (const value of list.slice(0, VALUES_TRIED)) {
        const target = targetFor(id, withValue(question, name, value))
        expect((await checkedAnswer(target)).status, target).toBe(200)
      }
    const random = seededRandom(20_261_121)
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
    const free = Object.entries(values).filter(
      ([name]) => !['lat', 'lng', 'll', 'cursor'].includes(name),
    )
    for (let i = 0; i < (free.length > 1 ? MIXED_QUESTIONS : 0); i++) {
      let mixed = pick(good.questions[id])
      for (const [name, list] of free)
        if (random() < 0.6) mixed = withValue(mixed, name, pick(list))
      expect((await checkedAnswer(targetFor(id, mixed))).status, targetFor(id, mixed)).toBe(200)
    }
  })

  test('refuses every bad value of every parameter by its name, with a hint', async () => {
    const [question] = good.questions[id]
    const parameters = [...parametersOf(id, 'query'), ...parametersOf(id, 'path')]
    const untried = parameters.filter((each) => [...wrongValues(each)].length === 0)
    expect(untried.map(({ name }) => name)).toEqual([])
    for (const parameter of parametersOf(id, 'query'))
      for (const [why, value] of wrongValues(parameter))
        await refused(
          targetFor(id, withValue(question, parameter.name, value)),
          parameter.name,
          why,
        )
    for (const parameter of parametersOf(id, 'path'))
      for (const [why, value] of wrongValues(parameter)) {
        const path = { ...question.path, [parameter.name]: value }
        await refused(targetFor(id, { ...question, path }), parameter.name, why)
      }
  })

  test('refuses a parameter that is missing, given twice, unknown or not UTF-8', async () => {
    const [question] = good.questions[id]
    const values = good.values[id] ?? {}
    for (const { name, required } of parametersOf(id, 'query')) {
      const value = question.query[name] ?? values[name]?.[0] ?? parametersWithOther(id, name)
      const target = targetFor(id, withValue(question, name, value))
      await refused(`${target}&${name}=${encodeURIComponent(value)}`, name, 'given twice')
      for (const text of BAD_ENCODINGS) {
        const others = targetFor(id, { ...question, query: {} })
        await refused(`${others}?${name}=${text}`, name, 'not UTF-8')
      }
      for (const other of misspelled(name)) {
        const changed = { ...question, query: { ...question.query, [other]: value } }
        await refused(targetFor(id, changed), other, 'misspelled')
      }
      if (!required) continue
      const { [name]: _, ...rest } = question.query
      await refused(targetFor(id, { ...question, query: rest }), name, 'missing')
    }
    for (const other of ['constructor', '__proto__', '', 'x'.repeat(60), 'api_key'])
      await refused(
        targetFor(id, { ...question, query: { ...question.query, [other]: '1' } }),
        other,
        'unknown',
        question.body,
      )
    for (const { name } of parametersOf(id, 'path'))
      for (const text of BAD_ENCODINGS) {
        const mark = 'MARK'
        const path = { ...question.path, [name]: mark }
        const target = targetFor(id, { ...question, path }).replace(mark, text)
        await refused(target, name, 'not UTF-8')
      }
  })
})

/** A value of a parameter that only other questions of the operation have. */
function parametersWithOther(id: string, name: string): string {
  return good.questions[id].find(({ query }) => name in query)!.query[name]
}

/** Expects 400, or the documented 404, with the name of the parameter and a hint. */
async function refused(target: string, name: string, why: string, body?: unknown) {
  const answer = await checkedAnswer(target, body)
  const { error } = JSON.parse(`${answer.body}`)
  const context = `${why}: GET ${target.slice(0, 300)}\n${JSON.stringify(error).slice(0, 400)}`
  expect([400, 404], context).toContain(answer.status)
  expect(error.param, context).toBe(name)
  expect(error.hint, context).toMatch(/\S/)
}
