import { expect, test } from 'vitest'
import { gif, greyPng, picture } from '../../../tests/fixtures/pictures.ts'
import { ArchitectError } from '../../projects/architect-error.ts'
import { readMessages } from './chat-messages.ts'
import { CONTEXT_CHARACTERS_MAX, INPUT_CHARACTERS_MAX } from './input-limits.ts'
import { readInput } from './input-parts.ts'
import type { FoundFile, SentConversation } from './sent-input.ts'

const FILES: FoundFile[] = [
  { id: 'file_plan', filename: 'plan.png', mediaType: 'image/png', blob: 'a'.repeat(64), bytes: 9 },
  {
    id: 'file_brief',
    filename: 'b.md',
    mediaType: 'text/markdown',
    blob: 'b'.repeat(64),
    bytes: 7,
  },
  { id: 'file_huge', filename: 'h.png', mediaType: 'image/png', blob: 'c'.repeat(64), bytes: 8e6 },
]

type Read = (given: unknown) => Promise<SentConversation>
let looked: string[][] = []
async function find(ids: string[]) {
  looked.push(ids)
  return FILES.filter(({ id }) => ids.includes(id))
}
const responses: Read = (given) => readInput(given, find)
const chat: Read = (given) => readMessages(given, find)

const png = await picture('png', 3, 2)
const url = (bytes: Uint8Array | string, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const PNG = url(png)
const user = (content: unknown) => ({ role: 'user', content })
const image = (image_url: unknown, more = {}) => ({ type: 'input_image', image_url, ...more })
const chatImage = (address: unknown, more = {}) => ({
  type: 'image_url',
  image_url: { url: address, ...more },
})
const chatFile = (file: unknown) => ({ type: 'file', file })
const say = (text: string) => ({ type: 'input_text', text })

type Refused = [given: unknown, param: string, message: RegExp, code?: string]

async function expectRefusals(read: Read, refusals: Refused[]) {
  for (const [given, param, message, code = 'invalid_input'] of refusals) {
    const error = await read(given).catch((thrown: unknown) => thrown)
    const shown = JSON.stringify(given)?.slice(0, 200)
    expect(error, shown).toBeInstanceOf(ArchitectError)
    const { param: found, message: text, code: foundCode } = error as ArchitectError
    expect([found, foundCode], `${shown}: ${text}`).toEqual([param, code])
    expect(text).toMatch(message)
    expect(text.length).toBeLessThan(500)
  }
}

test('an input is a text, messages, or parts', async () => {
  const plain = {
    input: { text: 'Add a door', parts: [] },
    instructions: null,
    context: { messages: [], leftOut: 0 },
  }
  expect(await responses('Add a door')).toEqual(plain)
  expect(await responses([user('Add a door')])).toEqual(plain)
  expect(await responses([{ type: 'message', ...user([say('Add a door')]) }])).toEqual(plain)
  expect(await responses([{ type: 'text', text: 'Add' }, say('a door')])).toMatchObject({
    input: { text: 'Add\na door' },
  })
  expect(await chat([user('Add a door')])).toEqual(plain)
  expect(await chat([user([{ type: 'text', text: 'Add a door' }])])).toEqual(plain)
})

test('pictures and files come with what their bytes are, and where they were', async () => {
  const parts = [
    say('Build this'),
    image(PNG, { detail: 'high', file_id: null }),
    // The type is a lie, the bytes decide.
    image(url(gif(2, 2), 'image/png')),
    { type: 'input_file', filename: '../brief.md', file_data: url('# Rooms', 'application/pdf') },
    { type: 'input_file', file_data: Buffer.from('{"a": 1}').toString('base64') },
    { type: 'input_file', filename: 'plan.png', file_data: PNG },
  ]
  const sent = [
    ['image', 'image', 'image/png', '1.image_url'],
    ['image', 'image', 'image/gif', '2.image_url'],
    ['file', 'brief.md', 'text/markdown', '3.file_data'],
    ['file', 'file', 'application/json', '4.file_data'],
    ['image', 'plan.png', 'image/png', '5.file_data'],
  ]
  for (const [given, at] of [
    [[user(parts)], 'input.0.content'],
    [parts, 'input'],
  ] as const) {
    const { input } = await responses(given)
    const found = input.parts.map(({ kind, name, mediaType, param }) => [
      kind,
      name,
      mediaType,
      param,
    ])
    expect(found).toEqual(sent.map(([...each]) => [...each.slice(0, 3), `${at}.${each[3]}`]))
    expect(input.text).toBe('Build this')
    expect(input.parts[0]).toMatchObject({ bytes: png.length, source: { data: png } })
  }
  const { input } = await chat([
    user([
      { type: 'text', text: 'Build this' },
      chatImage(PNG, { detail: 'low' }),
      chatFile({ filename: 'a.csv', file_data: url('a,b') }),
    ]),
  ])
  expect(input.parts.map(({ mediaType, param }) => [mediaType, param])).toEqual([
    ['image/png', 'messages.0.content.1.image_url.url'],
    ['text/csv', 'messages.0.content.2.file.file_data'],
  ])
})

test('files are named by their ids, and looked up once', async () => {
  looked = []
  const { input } = await responses([
    user([
      { type: 'input_image', file_id: 'file_plan' },
      { type: 'input_file', file_id: 'file_brief' },
      { type: 'input_file', file_id: 'file_plan' },
    ]),
  ])
  expect(looked).toEqual([['file_plan', 'file_brief']])
  const [plan, brief] = FILES
  const stored = ({ id, filename: name, mediaType, blob, bytes }: FoundFile, at: number) => ({
    kind: mediaType.startsWith('image/') ? 'image' : 'file',
    name,
    mediaType,
    bytes,
    source: { fileId: id, blob },
    param: `input.0.content.${at}.file_id`,
  })
  expect(input).toEqual({
    text: '',
    parts: [stored(plan, 0), stored(brief, 1), stored(plan, 2)],
  })
  const { input: same } = await chat([user([chatFile({ file_id: 'file_brief' })])])
  expect(same.parts).toMatchObject([{ param: 'messages.0.content.0.file.file_id', name: 'b.md' }])
  looked = []
  await responses('No files')
  expect(looked).toEqual([])
})

test('earlier messages are context, and those of the system instructions', async () => {
  const read = await responses([
    { role: 'system', content: 'Be brief.' },
    user([say('A house'), image(PNG), { type: 'input_file', filename: 'b.md', file_id: 'gone' }]),
    { type: 'reasoning', id: 'rs_1', summary: [] },
    { type: 'mcp_call', id: 'mcp_1', name: 'create_wall', arguments: '{}', server_label: 'svc' },
    {
      type: 'message',
      id: 'msg_1',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
    },
    { role: 'developer', content: [say('In metres.')] },
    user('Now a door'),
    { role: 'developer', content: 'No glass.' },
  ])
  expect(read).toEqual({
    input: { text: 'Now a door', parts: [] },
    instructions: 'Be brief.\nIn metres.\nNo glass.',
    context: {
      messages: [
        { role: 'user', text: 'A house\n[image: image]\n[file: b.md]' },
        { role: 'assistant', text: 'Done.' },
      ],
      leftOut: 0,
    },
  })
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const chatted = await chat([
    { role: 'developer', content: 'Be brief.' },
    user([{ type: 'text', text: 'A house' }, chatFile({ file_id: 'gone' })]),
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'Sunny' },
    { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
    user('Now a door'),
  ])
  expect(chatted).toMatchObject({
    instructions: 'Be brief.',
    context: {
      messages: [
        { role: 'user', text: 'A house\n[file]' },
        { role: 'tool', text: 'Sunny' },
        { role: 'assistant', text: 'No.' },
      ],
    },
  })
})

test('the context is the latest messages that fit, and states how many do not', async () => {
  const half = 'x'.repeat(CONTEXT_CHARACTERS_MAX / 2)
  const earlier = ['first', half, half, 'later'].map((text) => ({
    role: 'assistant',
    content: text,
  }))
  const { context } = await chat([...earlier, user('Go on')])
  expect(context.messages.map(({ text }) => text)).toEqual([half, 'later'])
  expect(context.leftOut).toBe(2)
})

test('halves of surrogate pairs are replaced', async () => {
  expect((await responses('a\ud800b')).input.text).toBe('a\ufffdb')
})

const LONG = 'x'.repeat(INPUT_CHARACTERS_MAX + 1)
const content = 'input.0.content'

test('every fault of an input is refused with the field at fault', async () => {
  await expectRefusals(responses, [
    [undefined, 'input', /must be a string or a list, got nothing/],
    [null, 'input', /must be a string or a list/],
    [7, 'input', /got 7/],
    [{}, 'input', /got an object/],
    ['', 'input', /is empty: state what to do/],
    ['  \n', 'input', /is empty/],
    ['a\0', 'input', /U\+0000/],
    [LONG, 'input', /32,001 characters; 32,000 are the most/],
    [[], 'input', /no message of the user/],
    [['Add a door'], 'input.0', /must be an object, got "Add a door"/],
    [[null], 'input.0', /must be an object/],
    [[{}], 'input.0.role', /must be one of user, assistant, system, developer, got nothing/],
    [[{ role: 'tool', content: 'x' }], 'input.0.role', /got "tool"/],
    [[{ role: 'user' }], content, /must be a string or a list, got nothing/],
    [[user([])], 'input.0', /is empty/],
    [[user([say(' ')])], `${content}.0.text`, /is empty/],
    [[user([{ type: 'input_text' }])], `${content}.0.text`, /must be a string, got nothing/],
    [[user([{ text: 'x' }])], `${content}.0.type`, /must be one of input_text/],
    [[user([{ type: 'input_audio' }])], `${content}.0.type`, /got "input_audio"/],
    [[user([{ type: 'output_text', text: 'x' }])], `${content}.0.type`, /must be one of/],
    [[user([say(LONG)])], `${content}.0.text`, /32,000 are the most/],
    [[user('x'), { role: 'system', content: LONG }], 'input.1', /instructions has 32,001/],
    [
      [{ role: 'system', content: [image(PNG)] }, user('x')],
      'input.0.content.0.type',
      /must be one of input_text, text/,
    ],
    [[{ role: 'system', content: 'x' }], 'input', /no message of the user/],
    [[user('x'), { role: 'assistant', content: 'y' }], 'input.1', /the last one has to be/],
    [Array(1_001).fill(user('x')), 'input', /1001 entries; 1000 are the most/],
    [[user(Array(17).fill(say('x')))], 'input.0', /17 parts; 16 are the most/],
    ...['function_call_output', 'item_reference', 'computer_call', 'function_call', ''].map(
      (type): Refused => [[user('x'), { type }], 'input.1.type', /no other item is supported/],
    ),
    ...[
      'http://a.example/x.png',
      'https://a.example',
      'file:///etc/passwd',
      'ftp://a',
      'HTTPS://a',
    ].map(
      (address): Refused => [
        [user([say('x'), image(address)])],
        `${content}.1.image_url`,
        /no address is fetched: send the bytes as a data URL, or upload/,
      ],
    ),
    [[image('https://a.example'), user('x')], 'input.0.image_url', /no address is fetched/],
    [[user([image('plan.png')])], `${content}.0.image_url`, /is not a data URL/],
    [[user([image(' ')])], `${content}.0.image_url`, /is not a data URL/],
    [[user([image('data:image/png,%89PNG')])], `${content}.0.image_url`, /in base64/],
    [[user([image('data:image/png;base64')])], `${content}.0.image_url`, /in base64/],
    [[user([image(`${PNG}!`)])], `${content}.0.image_url`, /not valid base64/],
    [[user([image(7)])], `${content}.0.image_url`, /must be a string, got 7/],
    [[user([image({ url: PNG })])], `${content}.0.image_url`, /got an object/],
    [[user([{ type: 'input_image' }])], `${content}.0.image_url`, /send image_url or file_id/],
    [[user([image(PNG, { file_id: 'file_plan' })])], `${content}.0.file_id`, /beside image_url/],
    [[user([image(PNG, { detail: 'much' })])], `${content}.0.detail`, /must be one of auto/],
    [
      [user([image(url('<!doctype html><p>'))])],
      `${content}.0.image_url`,
      /an HTML page, which is not supported/,
      'unsupported_file',
    ],
    [[user([image(url('%PDF-1.4'))])], `${content}.0.image_url`, /a PDF/, 'unsupported_file'],
    [
      [user([image('data:image/png;base64,')])],
      `${content}.0.image_url`,
      /empty/,
      'unsupported_file',
    ],
    [[user([image(url('a brief'))])], `${content}.0.image_url`, /is text/, 'unsupported_file'],
    [
      [user([image(url(greyPng(9_000, 9_000, { rows: 0 })))])],
      `${content}.0.image_url`,
      /40 megapixels are the most/,
      'unsupported_file',
    ],
    [
      [user([image(`data:image/png;base64,${'A'.repeat(10_666_672)}`)])],
      `${content}.0.image_url`,
      /more than 8,000,000 bytes/,
    ],
    [
      [user([{ type: 'input_file', file_data: url('a'.repeat(200_001)) }])],
      `${content}.0.file_data`,
      /200,000 bytes/,
    ],
    [
      [user([{ type: 'input_file', file_url: 'https://a.example/x.md' }])],
      `${content}.0.file_url`,
      /\(https:\), and no address is fetched/,
    ],
    [
      [user([{ type: 'input_file', file_data: 'https://a.example/x.md' }])],
      `${content}.0.file_data`,
      /no address is fetched/,
    ],
    [[user([{ type: 'input_file' }])], `${content}.0.file_data`, /send file_data or file_id/],
    [
      [user([{ type: 'input_file', file_data: 'a b' }])],
      `${content}.0.file_data`,
      /not valid base64/,
    ],
    [
      [user([{ type: 'input_file', file_data: 'YQ==', filename: 1 }])],
      `${content}.0.filename`,
      /must be a string/,
    ],
    [
      [user([{ type: 'input_image', file_id: 'file_none' }])],
      `${content}.0.file_id`,
      /no file "file_none": upload/,
      'file_not_found',
    ],
    [
      [user([{ type: 'input_image', file_id: 'file_brief' }])],
      `${content}.0.file_id`,
      /is text/,
      'unsupported_file',
    ],
    [
      [user(Array(3).fill({ type: 'input_image', file_id: 'file_huge' }))],
      `${content}.2.file_id`,
      /20,000,000 bytes together/,
    ],
  ])
})

test('every fault of messages is refused with the field at fault', async () => {
  const at = 'messages.0.content'
  await expectRefusals(chat, [
    [undefined, 'messages', /must be a list with at least one message/],
    ['Add a door', 'messages', /must be a list/],
    [[], 'messages', /at least one/],
    [['x'], 'messages.0', /must be an object/],
    [[{ content: 'x' }], 'messages.0.role', /must be one of system, developer, user/],
    [[{ role: 'function', content: 'x' }], 'messages.0.role', /got "function"/],
    [[{ role: 'user' }], at, /must be a string or a list, got nothing/],
    [[user('')], at, /is empty/],
    [[user(LONG)], at, /32,000 are the most/],
    [[user([say('x')])], `${at}.0.type`, /must be one of text, image_url, file/],
    [[user([{ type: 'input_audio', input_audio: {} }])], `${at}.0.type`, /got "input_audio"/],
    [[user([{ type: 'image_url', image_url: PNG }])], `${at}.0.image_url`, /must be an object/],
    [[user([chatImage(undefined)])], `${at}.0.image_url.url`, /must be a string/],
    [[user([chatImage('https://a')])], `${at}.0.image_url.url`, /no address is fetched/],
    [[user([chatImage(PNG, { detail: 'x' })])], `${at}.0.image_url.detail`, /auto, low, high/],
    [[user([{ type: 'file' }])], `${at}.0.file`, /must be an object/],
    [[user([chatFile({})])], `${at}.0.file.file_data`, /send file_data or file_id/],
    [
      [user([chatFile({ file_id: 'file_none' })])],
      `${at}.0.file.file_id`,
      /no file/,
      'file_not_found',
    ],
    [
      [user([chatFile({ file_data: url('PK\x03\x04\0'), filename: 'x.png' })])],
      `${at}.0.file.file_data`,
      /ZIP archive/,
      'unsupported_file',
    ],
    [
      [user('x'), { role: 'assistant', content: [{ type: 'image_url' }] }, user('y')],
      'messages.1.content.0.type',
      /must be one of text, refusal/,
    ],
    [
      [user('x'), { role: 'tool', tool_call_id: 'c', content: 'y' }],
      'messages.1',
      /not a message of the user/,
    ],
    [[{ role: 'assistant', content: 'x' }], 'messages.0', /not a message of the user/],
    [[{ role: 'system', content: 'x' }], 'messages', /no message of the user/],
  ])
})
