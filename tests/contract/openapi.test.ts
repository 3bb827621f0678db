import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'
import {
  type Described,
  type DescribedContent,
  type DescribedOperation,
  resolved,
  schemaNameOf,
} from './description.ts'

let sample: ServedSample
let described: Described & { tags: { name: string }[]; openapi: string }
let operations: [path: string, operation: DescribedOperation][]
beforeAll(async () => {
  sample = await serveSample()
  described = (await sample.app.inject('/api/openapi.json')).json()
  operations = Object.entries(described.paths).map(([path, { get }]) => [path, get])
}, 180_000)
afterAll(() => sample?.close())

const ajv = () => new Ajv2020({ strict: false, validateFormats: false })

/** Everything in the document that has examples: parameters, and bodies by their media type. */
function contents(): [where: string, content: DescribedContent][] {
  const ofOperations = operations.flatMap(([path, { responses }]) =>
    Object.entries(responses).flatMap(([status, response]) =>
      Object.entries(resolved(described, response)!.content ?? {}).map(
        ([type, content]): [string, DescribedContent] => [`${path} ${status} ${type}`, content],
      ),
    ),
  )
  return ofOperations
}

test('an independent validator finds it valid OpenAPI 3.1', async () => {
  expect(described.openapi).toBe('3.1.0')
  const result = await new Validator().validate(structuredClone(described) as never)
  expect(result).toEqual({ valid: true })
  const broken = structuredClone(described) as unknown as Record<string, unknown>
  broken.paths = { '/v1/location': { get: { responses: { ok: {} } } } }
  expect((await new Validator().validate(broken)).valid).toBe(false)
})

test('every reference leads somewhere, and every named part is led to', () => {
  const used = new Set<string>()
  JSON.stringify(described, (key, value) => {
    if (key === '$ref') used.add(value)
    return value
  })
  const named = Object.entries(described.components).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
  )
  expect([...used].sort()).toEqual(named.sort())
})

test('every operation has an id of its own, a known tag and words', () => {
  const ids = operations.map(([, { operationId }]) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const tags = described.tags.map(({ name }) => name)
  for (const [, { operationId, tags: own, summary, description, parameters }] of operations) {
    expect(own, operationId).toHaveLength(1)
    expect(tags).toContain(own[0])
    for (const text of [summary, description, ...parameters.map((each) => each.description)])
      expect(text, operationId).toMatch(/\S{2}/)
    expect(summary, operationId).not.toMatch(/\.$/)
  }
  expect(new Set(operations.flatMap(([, operation]) => operation.tags)).size).toBe(tags.length)
})

describe('the examples', () => {
  test('of parameters are what their schemas allow', () => {
    let count = 0
    for (const [path, { parameters }] of operations)
      for (const { name, schema } of parameters)
        for (const example of [...(schema.examples ?? []), schema.default].filter(
          (each) => each !== undefined,
        )) {
          count++
          expect(ajv().validate(schema, example), `${path} ${name} ${example}`).toBe(true)
        }
    expect(count).toBeGreaterThan(30)
  })

  test('of bodies are what their schemas allow, one at least for every body of a schema', () => {
    for (const [where, content] of contents()) {
      const name = schemaNameOf(content)
      const examples = Object.values(content.examples ?? {}).map(({ value }) => value)
      if (content.example !== undefined) examples.push(content.example)
      if (name === undefined) continue
      if (name !== 'ErrorObject') expect(examples.length, where).toBeGreaterThan(0)
      const schema = { ...described, $ref: `#/components/schemas/${name}` }
      const validate = ajv().compile(schema)
      for (const example of examples)
        expect(validate(example), `${where}: ${JSON.stringify(validate.errors)}`).toBe(true)
    }
    const failures = contents().filter(([, { example }]) => example !== undefined)
    expect(failures.map(([where]) => where.split(' ')[1])).toContain('400')
  })

  test('are what the service answers, but for what is of the moment', async () => {
    const moment = (key: string, value: unknown) =>
      ['as_of', 'time', 'request_id'].includes(key) ? undefined : value
    let count = 0
    for (const [, { operationId, responses }] of operations)
      for (const content of Object.values(responses[200].content ?? {}))
        for (const { description, value } of Object.values(content.examples ?? {}) as {
          description: string
          value: unknown
        }[]) {
          count++
          const url = description.replace('GET ', '/api')
          const { statusCode, body } = await sample.app.inject(url)
          expect(statusCode, url).toBe(200)
          const told = JSON.stringify(JSON.parse(body), moment)
          expect(JSON.stringify(value, moment), `${operationId}: ${url}`).toBe(told)
        }
    expect(count).toBeGreaterThan(12)
  })
})

test('says nothing of keys, which this version does not have', () => {
  expect(described).not.toHaveProperty('security')
  expect(described.components).not.toHaveProperty('securitySchemes')
  for (const [, { responses }] of operations)
    for (const status of ['401', '403', '429']) expect(responses).not.toHaveProperty(status)
})
