import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECTION_NAMES } from '../../layers/index.ts'
import { STATUSES } from '../../layers/section.ts'
import { KEYS, ScriptedAccounts } from '../accounts/scripted-accounts.ts'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'
import {
  type Described,
  type DescribedContent,
  type DescribedOperation,
  operationsOf,
  resolved,
  schemaNameOf,
} from './description.ts'

const WITH_KEY = { authorization: `Bearer ${KEYS.good}` }

interface Union {
  oneOf?: { $ref: string }[]
  discriminator?: { propertyName: string; mapping: Record<string, string> }
  properties?: Record<string, { const?: string }>
  required?: string[]
}

let sample: ServedSample
let described: Described & { tags: { name: string }[]; openapi: string }
let operations: [path: string, operation: DescribedOperation][]
beforeAll(async () => {
  sample = await serveSample({ accounts: new ScriptedAccounts() })
  described = (await sample.app.inject('/api/openapi.json')).json()
  operations = operationsOf(described).map(({ path, operation }) => [path, operation])
})
afterAll(() => sample?.close())

const ajv = new Ajv2020({ strict: false, validateFormats: false })

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
  for (const [, { security }] of operations)
    for (const name of security.flatMap(Object.keys))
      used.add(`#/components/securitySchemes/${name}`)
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

test('every section is a union by status, with a discriminator that names each variant', () => {
  const schemas = described.components.schemas as unknown as Record<string, Union>
  const sections = Object.entries(schemas).filter(([, { discriminator }]) => discriminator)
  expect(sections.length).toBe(SECTION_NAMES.length)
  for (const [name, { oneOf, discriminator }] of sections) {
    const { propertyName, mapping } = discriminator!
    expect(propertyName, name).toBe('status')
    expect(Object.keys(mapping)).toEqual([...STATUSES])
    expect(oneOf?.map(({ $ref }) => $ref)).toEqual(Object.values(mapping))
    for (const [status, ref] of Object.entries(mapping)) {
      const { properties, required } = schemas[ref.slice(ref.lastIndexOf('/') + 1)]
      expect(properties?.status.const, ref).toBe(status)
      expect(required, ref).toEqual(expect.arrayContaining(['status', 'summary', 'data']))
      expect(required?.includes('reason'), ref).toBe(status.startsWith('not_'))
    }
  }
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
          expect(ajv.validate(schema, example), `${path} ${name} ${example}`).toBe(true)
        }
    expect(count).toBeGreaterThan(30)
  })

  test('of bodies are what their schemas allow, one at least for every body of a schema', () => {
    ajv.addSchema({ $id: 'described:', components: described.components })
    for (const [where, content] of contents()) {
      const name = schemaNameOf(content)
      const examples = Object.values(content.examples ?? {}).map(({ value }) => value)
      if (content.example !== undefined) examples.push(content.example)
      if (name === null) continue
      if (name !== 'ErrorObject') expect(examples.length, where).toBeGreaterThan(0)
      const validate = ajv.getSchema(`described:#/components/schemas/${name}`)!
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
    for (const [, { operationId, responses, requestBody }] of operations)
      for (const content of Object.values(responses[200].content ?? {}))
        for (const [name, example] of Object.entries(content.examples ?? {})) {
          const { description, value } = example as { description: string; value: unknown }
          count++
          const [method, path] = description.split(' ')
          const url = `/api${path}`
          const sentBodies = requestBody?.content['application/json'].examples
          const payload = sentBodies?.[name].value as object | undefined
          const request = { method: method as 'GET', url, headers: WITH_KEY, payload }
          const { statusCode, body } = await sample.app.inject(request)
          expect(statusCode, url).toBe(200)
          const sent = JSON.stringify(JSON.parse(body), moment)
          expect(JSON.stringify(value, moment), `${operationId}: ${url}`).toBe(sent)
        }
    expect(count).toBeGreaterThan(12)
  })
})

describe('keys', () => {
  const OPEN = ['/v1/health', '/openapi.json', '/docs', '/llms.txt']

  test('are sent in either of two headers, of every operation but the four open ones', () => {
    const { bearer, api_key } = described.components.securitySchemes
    expect(bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(api_key).toMatchObject({ type: 'apiKey', in: 'header', name: 'x-api-key' })
    const needed = Object.fromEntries(operations.map(([path, { security }]) => [path, security]))
    const either = [{ bearer: [] }, { api_key: [] }]
    for (const [path, security] of Object.entries(needed))
      expect(security, path).toEqual(OPEN.includes(path) ? [] : either)
    expect(Object.keys(needed)).toEqual(expect.arrayContaining(OPEN))
  })

  test('have their refusals in every operation that needs one, and in no other', () => {
    for (const [path, { responses }] of operations)
      for (const status of ['401', '403', '429'])
        expect(status in responses, `${path} ${status}`).toBe(!OPEN.includes(path))
    const limited = resolved(described, { $ref: '#/components/responses/Error429' })!.headers!
    const wait = resolved(described, limited['Retry-After'])
    expect(wait).toMatchObject({ required: true, schema: { type: 'integer', minimum: 1 } })
  })
})
