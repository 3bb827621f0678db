import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { greyPng, picture } from '../../tests/fixtures/pictures.ts'
import { formOf } from '../../tests/projects/form-of.ts'
import { ProjectsService, type Sent } from '../../tests/projects/projects-service.ts'
import { IMAGE_BYTES_MAX } from '../turns/media/media-limits.ts'
import { FORM_BYTES_MAX } from './sent-form.ts'

const MISSING = 'file_0000000000000000000000000'

onEmbeddedEngine((engine) => {
  let service: ProjectsService
  let png: Buffer
  beforeAll(async () => {
    service = await ProjectsService.open(engine)
    png = await picture('png', 4, 3)
  })
  afterAll(() => service?.close())

  type Fields = Parameters<typeof formOf>[0]
  const fileOf = (bytes: string | Uint8Array<ArrayBuffer>, name: string, type?: string) =>
    new File([bytes], name, { type })
  const upload = async (fields: Fields, sent: Sent = {}, status = 200) =>
    await service.json('/v1/files', { ...(await formOf(fields)), ...sent }, status)
  const blobs = () =>
    readdirSync(join(service.folder, 'blobs'), { recursive: true }).filter((path) =>
      /[0-9a-f]{64}$/.test(`${path}`),
    )

  test('a file is uploaded, read, listed, sent back and deleted', async () => {
    const before = Math.floor(Date.now() / 1_000)
    const made = await upload({
      purpose: 'vision',
      file: fileOf(new Uint8Array(png), 'Grundriß 1.png'),
    })
    expect(made).toEqual({
      id: expect.stringMatching(/^file_[0-9A-Za-z]{25}$/),
      object: 'file',
      bytes: png.length,
      created_at: expect.any(Number),
      filename: 'Grundriß 1.png',
      purpose: 'vision',
      status: 'processed',
      expires_at: expect.any(Number),
    })
    expect(made.created_at - before).toBeLessThan(60)
    expect(Math.abs(made.expires_at - made.created_at - 30 * 86_400)).toBeLessThan(60)
    expect(await service.json(`/v1/files/${made.id}`)).toEqual(made)
    expect(await service.json('/v1/files')).toEqual({
      object: 'list',
      data: [made],
      first_id: made.id,
      last_id: made.id,
      has_more: false,
    })
    const content = await service.send(`/v1/files/${made.id}/content`)
    expect(content.rawPayload.equals(png)).toBe(true)
    expect(content.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': `${png.length}`,
      'content-disposition': `attachment; filename="Grundri_ 1.png"; filename*=UTF-8''Grundri%C3%9F%201.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    })
    const known = { 'if-none-match': `${content.headers.etag}` }
    expect(
      (await service.send(`/v1/files/${made.id}/content`, { headers: known })).statusCode,
    ).toBe(304)
    const remove = { method: 'DELETE' as const }
    expect(await service.json(`/v1/files/${made.id}`, remove)).toEqual({
      id: made.id,
      object: 'file',
      deleted: true,
    })
    for (const [path, sent] of [
      ['', {}],
      ['', remove],
      ['/content', {}],
    ] as const)
      expect(await service.json(`/v1/files/${made.id}${path}`, sent, 404)).toMatchObject({
        error: { code: 'file_not_found', param: 'file_id', type: 'not_found_error' },
      })
    expect(await service.json('/v1/files')).toMatchObject({ data: [], first_id: null })
  })

  test('the bytes decide the type of the content, never the name or the declared type', async () => {
    const typeOf = async (file: File) => {
      const { id } = await upload({ purpose: 'assistants', file })
      return (await service.send(`/v1/files/${id}/content`)).headers['content-type']
    }
    expect(await typeOf(fileOf('Three rooms', 'page.html', 'text/html'))).toBe(
      'text/plain; charset=utf-8',
    )
    expect(await typeOf(fileOf('# A', 'a.md'))).toBe('text/markdown; charset=utf-8')
    expect(await typeOf(fileOf('{}', 'a.svg', 'image/svg+xml'))).toBe(
      'application/json; charset=utf-8',
    )
    expect(await typeOf(fileOf(new Uint8Array(png), 'a.txt', 'text/plain'))).toBe('image/png')
  })

  test('the same file again is the same, also in another order of the fields', async () => {
    const file = fileOf('A brief', 'brief.txt')
    const first = await upload({ purpose: 'user_data', file })
    const again = await upload([
      ['file', file],
      ['purpose', 'user_data'],
    ])
    expect(again.id).toBe(first.id)
  })

  test('files of another workspace are not found', async () => {
    const { id } = await upload({ purpose: 'user_data', file: fileOf('Mine', 'mine.txt') })
    const { key } = await service.person()
    const theirs = await service.send(`/v1/files/${id}`, { key })
    const missing = await service.send(`/v1/files/${MISSING}`, { key })
    const bodyOf = ({ body }: { body: string }) => body.replace(/req_\w+/, '')
    expect([theirs.statusCode, bodyOf(theirs)]).toEqual([404, bodyOf(missing)])
    expect((await service.json('/v1/files', { key })).data).toEqual([])
    await service.json(`/v1/files/${id}`, { key, method: 'DELETE' }, 404)
    await service.json(`/v1/files/${id}`)
  })

  test('pages of files', async () => {
    const { key } = await service.person()
    const ids: string[] = []
    for (const text of ['a', 'b', 'c'])
      ids.push((await upload({ purpose: 'user_data', file: fileOf(text, text) }, { key })).id)
    const [a, b, c] = ids
    const page = async (query: string) => {
      const { data, has_more, last_id } = await service.json(`/v1/files?${query}`, { key })
      return [data.map(({ id }: { id: string }) => id), has_more, last_id]
    }
    expect(await page('limit=2')).toEqual([[c, b], true, b])
    expect(await page(`limit=2&after=${b}`)).toEqual([[a], false, a])
    expect(await page(`order=asc&limit=1&after=${a}`)).toEqual([[b], true, b])
    expect(await page('purpose=vision')).toEqual([[], false, null])
    for (const [query, param] of [
      ['limit=0', 'limit'],
      ['limit=10001', 'limit'],
      ['order=up', 'order'],
      ['after=x', 'after'],
      ['purpose=batch', 'purpose'],
      ['page=2', 'page'],
    ])
      expect(await service.json(`/v1/files?${query}`, { key }, 400)).toMatchObject({
        error: { code: 'invalid_input', param },
      })
  })

  test('every fault of a form has an error of the contract, and stores nothing', async () => {
    const text = fileOf('A text of its own', 'text.txt')
    const form = await formOf({ purpose: 'user_data', file: text })
    const cut = { ...form, payload: form.payload.subarray(0, -30) }
    const headers = (type: string) => ({ 'content-type': type })
    const good = ['purpose', 'user_data'] as [string, string]
    const large = fileOf(new Uint8Array(IMAGE_BYTES_MAX + 1), 'large.png')
    const bomb = fileOf(new Uint8Array(greyPng(30_000, 30_000, { rows: 0 })), 'bomb.png')
    const refused: [sent: Sent, status: number, code: string, param: string, message: RegExp][] = [
      [await formOf({ purpose: 'user_data' }), 400, 'invalid_input', 'file', /has no file/],
      [await formOf({ file: text }), 400, 'invalid_input', 'purpose', /one of user_data, vision/],
      [await formOf({ purpose: 'fine-tune', file: text }), 400, 'invalid_input', 'purpose', /tune/],
      [await formOf([good, good, ['file', text]]), 400, 'invalid_input', 'purpose', /twice/],
      [
        await formOf([good, ['file', text], ['file', text]]),
        400,
        'invalid_input',
        'file',
        /one file/,
      ],
      [await formOf([good, ['file', 'text']]), 400, 'invalid_input', 'file', /is a text/],
      [await formOf([good, ['image', text]]), 400, 'invalid_input', 'image', /in the field file/],
      [
        await formOf([good, ['expires_after[seconds]', '3600'], ['file', text]]),
        400,
        'invalid_input',
        'expires_after[seconds]',
        /not a field/,
      ],
      [await formOf([['purpose', 'x'.repeat(2_000)]]), 400, 'invalid_input', 'purpose', /bytes/],
      [
        await formOf(Array.from({ length: 30 }, () => good)),
        400,
        'invalid_input',
        'purpose',
        /twice/,
      ],
      [cut, 400, 'invalid_input', 'body', /not a valid form/],
      [
        { ...form, headers: headers('multipart/form-data') },
        400,
        'invalid_input',
        'body',
        /not a valid form/,
      ],
      [
        { ...form, headers: headers('multipart/form-data; boundary=other') },
        400,
        'invalid_input',
        'body',
        /not a valid form/,
      ],
      [{ payload: {} }, 415, 'unsupported_media_type', 'Content-Type', /multipart\/form-data/],
      [{ method: 'POST' }, 415, 'unsupported_media_type', 'Content-Type', /multipart/],
      [
        { ...form, headers: { ...form.headers, 'content-encoding': 'gzip' } },
        415,
        'unsupported_media_type',
        'Content-Encoding',
        /without compression/,
      ],
      [await formOf([good, ['file', large]]), 413, 'payload_too_large', 'file', /8,000,000 bytes/],
      [
        { payload: 'x'.repeat(FORM_BYTES_MAX + 1), headers: form.headers },
        413,
        'payload_too_large',
        'file',
        /8,000,000 bytes/,
      ],
      [
        await formOf([good, ['file', fileOf('x'.repeat(200_001), 'a.txt')]]),
        413,
        'payload_too_large',
        'file',
        /200,000 bytes/,
      ],
      [
        await formOf([good, ['file', fileOf('%PDF-1.7', 'plan.png', 'image/png')]]),
        400,
        'unsupported_file',
        'file',
        /a PDF document, which is not supported: send the page as PNG or JPEG/,
      ],
      [
        await formOf([good, ['file', fileOf('<html>', 'a.png')]]),
        400,
        'unsupported_file',
        'file',
        /HTML/,
      ],
      [
        await formOf([good, ['file', fileOf('', 'a.txt')]]),
        400,
        'unsupported_file',
        'file',
        /empty/,
      ],
      [await formOf([good, ['file', bomb]]), 400, 'unsupported_file', 'file', /30000 x 30000/],
      [{ ...form, key: null }, 401, 'invalid_api_key', '', /needs an API key/],
    ]
    const stored = blobs()
    for (const [sent, status, code, param, message] of refused) {
      const answer = await service.send('/v1/files', { method: 'POST', ...sent })
      const { error } = answer.json()
      expect([answer.statusCode, error.code, error.param ?? ''], error.message).toEqual([
        status,
        code,
        param,
      ])
      expect(error.message).toMatch(message)
      expect(answer.headers).toMatchObject({
        'x-should-retry': 'false',
        'request-id': error.request_id,
        'x-request-id': error.request_id,
      })
    }
    expect(blobs()).toEqual(stored)
    expect(service.failures).toEqual([])
  })

  test('a picture of the most bytes is accepted', async () => {
    const bytes = new Uint8Array(IMAGE_BYTES_MAX)
    bytes.set(png)
    expect(await upload({ purpose: 'vision', file: fileOf(bytes, 'a.png') })).toMatchObject({
      bytes: IMAGE_BYTES_MAX,
    })
  })

  test('a form that another path does not take is refused there', async () => {
    const form = await formOf({ purpose: 'user_data' })
    const url = `${await service.project()}/save`
    expect(await service.json(url, form, 415)).toMatchObject({
      error: { code: 'unsupported_media_type' },
    })
  })

  test('a client that leaves in the middle of its file stores nothing and is not a failure', async () => {
    const { app } = service.opened
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const { payload, headers } = await formOf({
      purpose: 'user_data',
      file: fileOf('x'.repeat(100_000), 'left.txt'),
    })
    const stored = blobs()
    const head = [
      'POST /v1/files HTTP/1.1',
      'Host: plat.example',
      `Authorization: Bearer ${service.key}`,
      `Content-Type: ${headers['content-type']}`,
      `Content-Length: ${payload.length}`,
    ]
    const client = connect(port, '127.0.0.1')
    const [, raw] = await Promise.all([
      new Promise<void>((resolve) =>
        client.write(`${head.join('\r\n')}\r\n\r\n`, () =>
          client.write(payload.subarray(0, 50_000), () => resolve()),
        ),
      ),
      once(app.server, 'request').then(([, response]) => response as NodeJS.EventEmitter),
    ])
    const closed = once(raw, 'close')
    client.destroy()
    await closed
    // A request after it is answered, and that one is not.
    await service.json('/v1/files')
    expect(blobs()).toEqual(stored)
    expect(service.failures).toEqual([])
  })

  test('a file whose bytes are lost is not found until it is uploaded again', async () => {
    const file = fileOf('Lost soon', 'lost.txt')
    const { id } = await upload({ purpose: 'user_data', file })
    const { etag } = (await service.send(`/v1/files/${id}/content`)).headers
    await service.opened.parts.blobs.delete(`${etag}`.slice(1, -1))
    expect(await service.json(`/v1/files/${id}/content`, {}, 404)).toMatchObject({
      error: { code: 'file_not_found', message: expect.stringContaining('upload it again') },
    })
    await upload({ purpose: 'user_data', file })
    expect((await service.send(`/v1/files/${id}/content`)).body).toBe('Lost soon')
  })
})
