import { createReadStream, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import OpenAI from 'openai'
import OpenAI6 from 'openai6'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { picture } from '../../tests/fixtures/pictures.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { formOf } from '../../tests/projects/form-of.ts'
import { ProjectsService } from '../../tests/projects/projects-service.ts'

/** What both majors of the official client have alike. */
type Client = Pick<OpenAI, 'files'>
const CLIENTS: Record<string, new (options: { baseURL: string; apiKey: string }) => unknown> = {
  'openai 7': OpenAI,
  'openai 6': OpenAI6,
}

// A service that forwards has to take the rest of a refused body: both forms.
describe.each(isLongRun ? [false, true] : [true])('forwarded: %s', (isForwarded) => {
  onEmbeddedEngine((engine) => {
    let service: ProjectsService
    let base: string
    beforeAll(async () => {
      service = await ProjectsService.open(engine, { isForwarded })
      await service.opened.app.listen({ port: 0, host: '127.0.0.1' })
      base = `http://127.0.0.1:${(service.opened.app.server.address() as AddressInfo).port}/v1`
    })
    afterAll(() => service?.close())

    test.each(Object.keys(CLIENTS))('%s uploads, lists, reads and deletes', async (name) => {
      const { key } = await service.person()
      const client = new CLIENTS[name]({ baseURL: base, apiKey: key }) as Client
      const png = await picture('png', 40, 30)
      const path = join(service.folder, 'Plan für Ada.png')
      writeFileSync(path, png)
      const made = await client.files.create({ file: createReadStream(path), purpose: 'vision' })
      expect(made).toMatchObject({
        filename: 'Plan für Ada.png',
        bytes: png.length,
        status: 'processed',
      })
      const texts = ['one', 'two', 'three']
      for (const text of texts)
        await client.files.create({ purpose: 'user_data', file: new File([text], `${text}.txt`) })
      const names: string[] = []
      for await (const file of client.files.list({ limit: 2 })) {
        names.push(file.filename)
        // Pages go on after a file that is gone.
        if (file.id !== made.id) await client.files.delete(file.id)
      }
      expect(names).toEqual([
        ...texts.toReversed().map((text) => `${text}.txt`),
        'Plan für Ada.png',
      ])
      expect(await client.files.retrieve(made.id)).toEqual({ ...made })
      const content = await client.files.content(made.id)
      expect(content.headers.get('content-type')).toBe('image/png')
      expect(Buffer.from(await content.arrayBuffer()).equals(png)).toBe(true)
      expect(await client.files.delete(made.id)).toMatchObject({ id: made.id, deleted: true })
      const missing = await client.files.retrieve(made.id).catch((error) => error)
      expect(missing).toMatchObject({ status: 404, code: 'file_not_found', param: 'file_id' })
      expect(missing.requestID).toMatch(/^req_/)
      const refused = await client.files
        .create({ file: new File(['%PDF-1.7'], 'a.pdf'), purpose: 'user_data' })
        .catch((error) => error)
      expect(refused).toMatchObject({ status: 400, code: 'unsupported_file', param: 'file' })
    })

    /** The answer to a body that is sent whole before the answer is read, as many clients do. */
    async function answerAfterBody(head: string[], body: Buffer): Promise<string> {
      const client = connect((service.opened.app.server.address() as AddressInfo).port)
      const lines = ['POST /v1/files HTTP/1.1', 'Host: a', `X-Api-Key: ${service.key}`, ...head]
      client.write(`${lines.join('\r\n')}\r\n\r\n`)
      await new Promise<void>((resolve, reject) =>
        client.write(body, (error) => (error ? reject(error) : resolve())),
      )
      const chunks: Buffer[] = []
      client.on('data', (chunk) => chunks.push(chunk))
      const text = () => Buffer.concat(chunks).toString()
      await expect.poll(text, { interval: 20 }).toContain('"error"')
      client.destroy()
      return text()
    }

    test('a client whose large body is refused can send it to its end', async () => {
      const large = new File([new Uint8Array(14_000_000)], 'large.png')
      // In the second form the file is in a wrong field, and is not read at all.
      for (const [fields, status] of [
        [{ purpose: 'vision', file: large }, 413],
        [{ purpose: 'vision', image: large }, 400],
      ] as const) {
        const { payload, headers } = await formOf(fields)
        const type = `Content-Type: ${headers['content-type']}`
        const chunk = Buffer.from(`${payload.length.toString(16)}\r\n`)
        const body = Buffer.concat([chunk, payload, Buffer.from('\r\n0\r\n\r\n')])
        const answer = await answerAfterBody([type, 'Transfer-Encoding: chunked'], body)
        expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
        expect(answer).toContain('x-should-retry: false')
        // Its length alone decides, whatever the field is.
        if (!isLongRun && status === 400) continue
        const stated = await answerAfterBody([type, `Content-Length: ${payload.length}`], payload)
        expect(stated).toMatch(/^HTTP\/1.1 413 /)
      }
      expect(service.failures).toEqual([])
    })
  })
})
