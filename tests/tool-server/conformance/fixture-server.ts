import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createRequestStateCodec,
  McpServer,
  ResourceTemplate,
  type Server,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { addInputTools, type Sealed } from './input-tools.ts'

/** A picture of one pixel, and a sound without samples: the suite looks at their types alone. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const WAV = Buffer.concat([
  Buffer.from('RIFF$\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'),
  Buffer.from([0x44, 0xac, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0]),
  Buffer.from('data\0\0\0\0', 'latin1'),
]).toString('base64')
/** Or bytes in base64, under `blob`. */
interface TextContent {
  uri: string
  mimeType: string
  text: string
}

/** The suite looks at notices that come one after another. */
const STEP_MS = 50

const text = (each: string) => ({ type: 'text' as const, text: each })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }

const states = createRequestStateCodec<Sealed>({ key: randomBytes(32) })

/**
 * The server that the conformance suite of the protocol prescribes: what it offers is theirs, the
 * way to it is ours.
 */
export function openFixtureServer(): Server {
  const mcp = new McpServer(
    { name: 'plat-conformance', version: '1.0.0' },
    {
      capabilities: { logging: {}, completions: {}, resources: { subscribe: true } },
      requestState: { verify: states.verify },
    },
  )
  addTools(mcp)
  addElicitations(mcp)
  addInputTools(mcp, states)
  addResources(mcp)
  addPrompts(mcp)
  return mcp.server
}

function addTools(mcp: McpServer): void {
  const answers = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio' as const, data: WAV, mimeType: 'audio/wav' }],
    test_embedded_resource: [
      {
        type: 'resource' as const,
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      {
        type: 'resource' as const,
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      },
    ],
  }
  for (const [name, content] of Object.entries(answers))
    mcp.registerTool(name, { description: `Answers ${name}` }, () => ({ content }))
  mcp.registerTool('test_error_handling', { description: 'Fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  mcp.registerTool('test_tool_with_logging', { description: 'Logs' }, async ({ mcpReq }) => {
    for (const each of ['started', 'processing data', 'completed']) {
      const line = each === 'processing data' ? `Tool ${each}` : `Tool execution ${each}`
      await mcpReq.log('info', line)
      await sleep(STEP_MS)
    }
    return { content: [text('Logged.')] }
  })
  mcp.registerTool('test_logging_tool', { description: 'Logs once' }, async ({ mcpReq }) => {
    await mcpReq.log('info', 'A line')
    return { content: [text('Logged.')] }
  })
  mcp.registerTool('test_tool_with_progress', { description: 'Goes on' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      const params = { progressToken: progressToken!, progress, total: 100 }
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params })
      await sleep(STEP_MS)
    }
    return { content: [text('Done.')] }
  })
  mcp.registerTool('test_reconnection', { description: 'Closes its stream' }, async ({ http }) => {
    await sleep(STEP_MS)
    http?.closeSSE?.()
    await sleep(STEP_MS)
    return { content: [text('Sent after the stream was closed.')] }
  })
}

/** Tools that request something of the client while they run: in the 2025 era alone. */
function addElicitations(mcp: McpServer): void {
  mcp.registerTool(
    'test_sampling',
    { description: 'Samples', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.requestSampling({
        messages: [{ role: 'user', content: text(prompt) }],
        maxTokens: 100,
      })
      const [block] = [content].flat()
      return { content: [text(`LLM response: ${block.type === 'text' ? block.text : ''}`)] }
    },
  )
  mcp.registerTool(
    'test_elicitation',
    { description: 'Elicits', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const { action, content } = await mcpReq.elicitInput({
        message,
        requestedSchema: {
          type: 'object',
          properties: {
            username: { type: 'string', description: "User's response" },
            email: { type: 'string', description: "User's email address" },
          },
          required: ['username', 'email'],
        },
      })
      const answer = `action: ${action}, content: ${JSON.stringify(content)}`
      return { content: [text(`User response: ${answer}`)] }
    },
  )
  const titled = ['First', 'Second', 'Third'].map((title, index) => ({
    const: `value${index + 1}`,
    title: `${title} Option`,
  }))
  const plain = ['option1', 'option2', 'option3']
  const forms = {
    test_elicitation_sep1034_defaults: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
    test_elicitation_sep1330_enums: {
      untitledSingle: { type: 'string', enum: plain },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    },
  }
  for (const [name, properties] of Object.entries(forms))
    mcp.registerTool(name, { description: `Elicits ${name}` }, async ({ mcpReq }) => {
      const requestedSchema = { type: 'object', properties } as never
      const { action, content } = await mcpReq.elicitInput({ message: 'Fill in', requestedSchema })
      const answer = `action=${action}, content=${JSON.stringify(content)}`
      return { content: [text(`Elicitation completed: ${answer}`)] }
    })
}

function addResources(mcp: McpServer): void {
  const fixed = {
    'test://static-text': {
      mimeType: 'text/plain',
      text: 'This is the content of the static text resource.',
    },
    'test://static-binary': { mimeType: 'image/png', blob: PNG },
    'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
  }
  for (const [uri, { mimeType, ...content }] of Object.entries(fixed))
    mcp.registerResource(uri, uri, { description: `Is ${uri}`, mimeType }, () => ({
      contents: [{ uri, mimeType, ...content } as TextContent],
    }))
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  const mimeType = 'application/json'
  const about = { description: 'Of an id', mimeType }
  mcp.registerResource('template', template, about, ({ href: uri }, { id }) => ({
    contents: [
      {
        uri,
        mimeType,
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
  }))
  mcp.server.setRequestHandler('resources/subscribe', () => ({}))
  mcp.server.setRequestHandler('resources/unsubscribe', () => ({}))
}

function addPrompts(mcp: McpServer): void {
  const user = <Content>(content: Content) => ({ role: 'user' as const, content })
  mcp.registerPrompt('test_simple_prompt', { description: 'Is simple' }, () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }))
  mcp.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Has two', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  )
  mcp.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        user({
          type: 'resource' as const,
          resource: {
            uri,
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        }),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  )
  mcp.registerPrompt('test_prompt_with_image', { description: 'Has a picture' }, () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }))
  mcp.server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }))
}
