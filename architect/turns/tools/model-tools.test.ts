import { asSchema, jsonSchema } from 'ai'
import { afterEach, expect, test } from 'vitest'
import { chatHello, streaming } from '../../../tests/servers/model-upstream.ts'
import { closeUpstreams, openedModel } from '../../../tests/servers/opened-model.ts'
import { stepRequest } from '../../../tests/servers/step-requests.ts'
import { TOOLS } from '../../tools/tool-list.ts'
import type { Schema } from '../../tools/tool-schema.ts'
import { modelTools, toolConventions } from './model-tools.ts'

afterEach(closeUpstreams)

const tools = modelTools({ takesImages: true })

test('a model has all listed tools, a question, and pictures where it takes them', () => {
  const names = tools.map(({ name }) => name)
  expect(names).toEqual([
    ...TOOLS.map(({ name }) => name),
    'undo',
    'redo',
    'view_scene',
    'pull_site_data',
    'generate_studio_media',
    'get_job',
    'list_services',
    'ask_question',
  ])
  expect(new Set(names).size).toBe(names.length)
  expect(modelTools({ takesImages: false }).map(({ name }) => name)).toEqual(
    names.filter((name) => name !== 'view_scene'),
  )
  expect(toolConventions()).toMatch(/north is -z/)
  expect(JSON.stringify(modelTools({ takesImages: true }))).toBe(JSON.stringify(tools))
})

/** Keywords that a provider of strict tools refuses, with their paths. */
function refusedIn(schema: Schema, path: string): string[] {
  const own = ['$ref', '$defs', '$schema', 'prefixItems', 'oneOf', 'allOf', 'not'].filter(
    (keyword) => keyword in schema,
  )
  const isTyped = typeof schema.type === 'string' || schema.anyOf !== undefined
  const below = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items ? [['[]', schema.items] as const] : []),
    ...((schema.anyOf ?? []) as Schema[]).map((each) => ['|', each] as const),
  ]
  return [
    ...own.map((keyword) => `${path} ${keyword}`),
    ...(isTyped ? [] : [`${path} has no type`]),
    ...(schema.required ?? []).flatMap((name) =>
      schema.properties?.[name] ? [] : [`${path} requires ${name}`],
    ),
    ...below.flatMap(([name, each]) => refusedIn(each, `${path}.${name}`)),
  ]
}

test('what strict providers refuse is found', () => {
  expect(
    refusedIn(
      {
        type: 'object',
        properties: { a: { $ref: '#/x' }, b: { type: 'array', items: {} } },
        required: ['c'],
      },
      't',
    ),
  ).toEqual(['t requires c', 't.a $ref', 't.a has no type', 't.b.[] has no type'])
})

test.each(tools.map((tool) => [tool.name, tool] as const))(
  '%s has a strict schema',
  async (name, tool) => {
    const { description, inputSchema } = tool
    expect(name).toMatch(/^[a-z_]{1,64}$/)
    // The limit of OpenAI for descriptions of functions.
    expect(description.length).toBeLessThan(1_024)
    expect(refusedIn(inputSchema as Schema, name)).toEqual([])
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(await asSchema(jsonSchema(inputSchema)).jsonSchema).toEqual(inputSchema)
  },
)

test.each(['openai-compatible', 'anthropic'] as const)(
  'the provider %s gets every schema as it is',
  async (kind) => {
    const { model, upstream } = await openedModel(
      [kind === 'anthropic' ? streaming() : chatHello],
      {
        kind,
      },
    )
    await model.answer(stepRequest({ tools })).catch(() => {})
    const sent = upstream.requests[0].body.tools.map(
      (tool: {
        name: string
        input_schema: unknown
        function: { name: string; parameters: unknown }
      }) =>
        kind === 'anthropic'
          ? [tool.name, tool.input_schema]
          : [tool.function.name, tool.function.parameters],
    )
    expect(sent).toEqual(tools.map(({ name, inputSchema }) => [name, inputSchema]))
  },
)
