import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DescribedAnswers } from '../contract/described-answers.ts'
import type { Described } from '../contract/description.ts'
import { RawConnection } from '../contract/raw-connection.ts'
import { sampleBuild } from '../end-to-end/build-home.ts'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'

let sample: ServedSample
let connection: RawConnection
let answers: DescribedAnswers
/** A text in the manifest of the build, which is next to its archives. */
let hidden: string
beforeAll(async () => {
  sample = await serveSample()
  connection = new RawConnection(Number(new URL(sample.base).port))
  const described: Described = (await sample.app.inject('/api/openapi.json')).json()
  answers = new DescribedAnswers(described)
  const { build } = await sampleBuild()
  build.close()
  hidden = build.open.manifest.key_secret_fingerprint
})
afterAll(async () => {
  connection?.close()
  await sample?.close()
})

const ARCHIVE = '/api/v1/archives/parcels.pmtiles'
/** Some 60 kB instead of 2 MB: most odd ranges are answered with the whole archive. */
const SMALL = '/api/v1/archives/zoning.pmtiles'
const requestPath = (target: string, headers: [string, string][] = []) =>
  connection.send('GET', target, headers)

const UP = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '..\\', '....//', '%252e%252e%252f']
const WANTED = [
  'manifest.json',
  'tables/parcels/sample.parquet',
  'etc/passwd',
  '.plat/accounts/secret',
]

describe('a path that leaves its folder', () => {
  test.each(UP)('by %s reaches only published files', async (up) => {
    for (const wanted of WANTED)
      for (const target of [
        `/api/v1/archives/${up.repeat(3)}${wanted}`,
        `/api/v1/archives/${up.repeat(3)}${wanted}.pmtiles`,
        `/api/v1/archives/parcels${up.repeat(3)}${wanted}.pmtiles`,
        `/api/v1/archives/${up.repeat(3)}${wanted}%00.pmtiles`,
        `/api/v1/tiles/${up.repeat(3)}${wanted}/0/0/0.mvt`,
        `/api/v1/tiles/${up}${wanted}.json`,
        `/api/v1/layers/${up.repeat(3)}${wanted}`,
        `/assets/${up.repeat(5)}${wanted}`,
        `/assets/${up}index.html`,
        `/${up.repeat(6)}${wanted}`,
      ]) {
        const { status, body } = await requestPath(target)
        expect([400, 404], target).toContain(status)
        expect(`${body}`.includes(hidden), target).toBe(false)
        expect(`${body}`.includes('root:'), target).toBe(false)
      }
  })

  test('by the name of a build reaches the build in service', async () => {
    for (const build of ['../other', '..%2f..%2f', '/etc/passwd', 'x'.repeat(500)]) {
      const { status, headers } = await requestPath(`${ARCHIVE}?build=${build}`, [
        ['range', 'bytes=0-6'],
      ])
      expect([206, 400], build).toContain(status)
      if (status === 206) expect(headers['cache-control']).toBe('private, no-cache')
    }
  })
})

describe('a range', () => {
  const BYTES = [
    ...['bytes=0-', 'bytes=-1', 'bytes=-0', 'bytes=0-0', 'bytes=1-0', 'bytes=--1', 'bytes=0--1'],
    ...['bytes=99999999999-', `bytes=0-${'9'.repeat(400)}`, `bytes=${'9'.repeat(400)}-`],
    ...[`bytes=-${'9'.repeat(400)}`, 'bytes=1e3-2e3', 'bytes=0x0-0xf', 'bytes=NaN-NaN', 'bytes=-'],
    ...['bytes=0-0,0-0', `bytes=${'0-0,'.repeat(2_000)}1-1`, `bytes=${'0-,'.repeat(2_000)}0-`],
    ...['bytes=0-0\t', 'items=0-0', 'bytes 0-0', 'bytes=\u00b9-\u00b2', 'bytes=0-0;bytes=1-1'],
  ]

  test.each(BYTES.map((range) => [range.slice(0, 30), range]))(
    '%s is answered as described, with one part at most',
    async (_begin, range) => {
      const answer = await requestPath(SMALL, [['range', range]])
      expect([200, 206, 416]).toContain(answer.status)
      expect(answers.problemsOf({ method: 'GET', target: SMALL }, answer)).toEqual([])
      expect(answer.headers['content-type']).not.toContain('multipart')
      const size = Number((await connection.send('HEAD', SMALL, [])).headers['content-length'])
      if (answer.status !== 416) expect(answer.body.length).toBeLessThanOrEqual(size)
    },
  )

  test('of thousands of parts is the whole once, and never a part each', async () => {
    const whole = await requestPath(SMALL)
    const many = await requestPath(SMALL, [['range', `bytes=${'0-,'.repeat(2_000)}0-`]])
    expect([many.status, many.body.length]).toEqual([200, whole.body.length])
  })

  test('whose client leaves at once releases the build', async () => {
    const { port } = new URL(sample.base)
    for (let i = 0; i < 60; i++)
      await new Promise<void>((resolve) => {
        const sent = request({ port, path: ARCHIVE, headers: { range: 'bytes=0-' } }, (answer) => {
          answer.destroy()
          resolve()
        })
        sent.on('error', () => resolve())
        sent.end()
      })
    await expect.poll(() => sample.held()).toBe(0)
  })
})
