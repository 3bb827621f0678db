import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAFETY_HEADERS } from '../../http/answer-headers.ts'
import { type ServedSample, serveSample } from './served-sample.ts'

let sample: ServedSample
// biome-ignore lint/suspicious/noExplicitAny: a JSON document
let description: any
beforeAll(async () => {
  sample = await serveSample()
  description = (await sample.app.inject('/api/openapi.json')).json()
})
afterAll(() => sample.close())

const FEATURES = '/v1/layers/{slug}/features'
const TILE = '/v1/tiles/{slug}/{z}/{x}/{y}.mvt'
const HEIGHTS = '/v1/tiles/{slug}/{z}/{x}/{y}.png'
const ARCHIVE = '/v1/archives/{slug}.pmtiles'
const TILE_URL = '/v1/tiles/boundaries/4/4/6.mvt'
const HEIGHTS_URL = '/v1/tiles/elevation/14/4916/6760.png'
const ARCHIVE_URL = '/v1/archives/utilities.pmtiles'
const FEATURES_URL = '/v1/layers/permits/features?bbox=-72,29.9,-71.9,30.1&limit=3'

test('the description with paths of bytes is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(structuredClone(description))).toEqual({ valid: true })
})

describe('the description has the status, media type and headers of each answer', () => {
  test.each([
    [FEATURES, FEATURES_URL, {}, 200],
    [FEATURES, FEATURES_URL, { 'if-none-match': '*' }, 304],
    [FEATURES, '/v1/layers/permits/features', {}, 400],
    [FEATURES, '/v1/layers/tax/features?bbox=0,0,1,1', {}, 404],
    [TILE, TILE_URL, { 'accept-encoding': 'gzip' }, 200],
    [TILE, TILE_URL, { 'if-none-match': '*' }, 304],
    [TILE, TILE_URL, { 'if-match': '"another"' }, 412],
    [TILE, '/v1/tiles/parcels/14/0/0.mvt', {}, 204],
    [TILE, '/v1/tiles/parcels/14/x/0.mvt', {}, 400],
    [TILE, '/v1/tiles/parcels/1/0/0.mvt', {}, 404],
    [HEIGHTS, HEIGHTS_URL, {}, 200],
    [HEIGHTS, HEIGHTS_URL, { 'if-none-match': '*' }, 304],
    [HEIGHTS, '/v1/tiles/elevation/14/0/0.png', {}, 204],
    [HEIGHTS, '/v1/tiles/elevation/x/0/0.png', {}, 400],
    [HEIGHTS, '/v1/tiles/parcels/14/4916/6760.png', {}, 404],
    ['/v1/tiles/{slug}.json', '/v1/tiles/elevation.json', {}, 200],
    ['/v1/tiles/{slug}.json', '/v1/tiles/parcels.json', {}, 200],
    ['/v1/tiles/{slug}.json', '/v1/tiles/parcels.json', { 'if-none-match': '*' }, 304],
    [ARCHIVE, ARCHIVE_URL, {}, 200],
    [ARCHIVE, ARCHIVE_URL, { range: 'bytes=0-99' }, 206],
    [ARCHIVE, ARCHIVE_URL, { 'if-none-match': '*' }, 304],
    [ARCHIVE, ARCHIVE_URL, { range: 'bytes=99999999-' }, 416],
  ] as [string, string, Record<string, string>, number][])(
    '%s: %s with %j is %i',
    async (path, url, headers, status) => {
      const answer = await sample.app.inject({ url: `/api${url}`, headers })
      expect(answer.statusCode).toBe(status)
      const documented = description.paths[path].get.responses[status]
      const response = documented.$ref
        ? description.components.responses[documented.$ref.split('/').at(-1)]
        : documented
      const type = answer.headers['content-type']
      expect(Object.keys(response.content ?? {})).toEqual(type ? [type.split(';')[0]] : [])
      for (const name of Object.keys(response.headers))
        if (description.components.headers[name].required)
          expect(answer.headers, name).toHaveProperty(name.toLowerCase())
      // Every header is documented, except those of every answer.
      const ofBrowsers = [...Object.keys(SAFETY_HEADERS), 'cross-origin-resource-policy']
      const known = [
        ...ofBrowsers,
        'content-type',
        'content-length',
        'date',
        'connection',
        'transfer-encoding',
      ]
      const described = Object.keys(response.headers).map((name) => name.toLowerCase())
      const undescribed = Object.keys(answer.headers).filter(
        (name) => !known.includes(name) && !described.includes(name),
      )
      expect(undescribed).toEqual([])
    },
  )

  test.each([
    [FEATURES_URL, 'LayerFeatures'],
    ['/v1/tiles/flood-zones.json', 'TileJson'],
    ['/v1/tiles/elevation.json', 'TileJson'],
    ['/v1/layers', 'LayerList'],
  ])('%s is as the schema %s has it', async (url, name) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
    const validate = ajv.compile({ ...description, $ref: `#/components/schemas/${name}` })
    validate((await sample.app.inject(`/api${url}`)).json())
    expect(validate.errors).toBeNull()
  })
})
