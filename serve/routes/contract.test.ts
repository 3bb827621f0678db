import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { operationsOf } from '../../tests/contract/description.ts'
import { type ExampleApp, openExampleApp } from '../../tests/fixtures/example-app.ts'
import { TOWN_LOCATIONS } from '../../tests/fixtures/example-town.ts'
import { COMPONENTS, type ComponentName } from '../schemas/components.ts'

let town: ExampleApp
// biome-ignore lint/suspicious/noExplicitAny: a JSON document
let description: any
/** Compiles each schema once: the dossier's takes half a second. */
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
beforeAll(async () => {
  town = await openExampleApp()
  description = (await town.get('/api/openapi.json')).body
  ajv.addSchema({ ...description, $id: 'described:' })
})
afterAll(() => town.close())

const at = ({ lat, lng }: { lat: number; lng: number }) => `/api/v1/location?lat=${lat}&lng=${lng}`

/** Keys of the lot without a roll row, and of a unit of the stack. */
const LOT_KEY = `pk_${'a'.repeat(24)}`
const STACKED_KEY = `pk_${'a'.repeat(20)}jjab`

/** Real requests, and the body the description promises for each. */
const REQUESTS: [url: string, ComponentName][] = [
  ...Object.values(TOWN_LOCATIONS).flatMap((point): [string, ComponentName][] => [
    [at(point), 'LocationDossier'],
    [`${at(point)}&include_geometry=true&include_adjacent=true`, 'LocationDossier'],
  ]),
  [`${at(TOWN_LOCATIONS.lot)}&layers=soils`, 'LocationDossier'],
  ['/api/v1/layers', 'LayerList'],
  ['/api/v1/layers/parcels', 'LayerEntry'],
  ['/api/v1/layers/weather', 'LayerEntry'],
  ['/api/v1/layers/parcels/features?bbox=-72,30,-71.9,30.1', 'LayerFeatures'],
  ['/api/v1/layers/flood-zones/features?bbox=-72,30,-71.9,30.1&limit=1', 'LayerFeatures'],
  ['/api/v1/layers/parcels/features', 'ErrorObject'],
  ['/api/v1/health', 'Health'],
  ['/api/v1/parcels', 'ParcelList'],
  ['/api/v1/parcels?county=99003', 'ParcelList'],
  ['/api/v1/parcels?zip=99801&limit=2&include_geometry=true', 'ParcelList'],
  [`/api/v1/parcels/${LOT_KEY}`, 'Parcel'],
  [`/api/v1/parcels/${STACKED_KEY}?include_geometry=true`, 'Parcel'],
  [`/api/v1/location?parcel=${STACKED_KEY}`, 'LocationDossier'],
  ['/api/v1/parcels?cursor=2', 'ErrorObject'],
  ['/api/v1/parcels/pk_none', 'ErrorObject'],
  ['/api/v1/coverage', 'Scorecard'],
  ['/api/v1/coverage?layer=soils', 'Scorecard'],
  ['/api/v1/coverage?county=01001', 'Scorecard'],
  ['/api/v1/location', 'ErrorObject'],
  ['/api/v1/location?parcel=pk_abcd', 'ErrorObject'],
  ['/api/v1/layers/nothing', 'ErrorObject'],
  ['/api/nothing', 'ErrorObject'],
]

describe('every body conforms to zod and to the published JSON Schema', () => {
  test.each(REQUESTS)('%s', async (url, name) => {
    const { body } = await town.get(url)
    // Parsing drops what a schema does not know: an equal result has no undocumented field.
    expect((COMPONENTS[name] as z.ZodType).parse(body)).toEqual(body)
    const validate = ajv.getSchema(`described:#/components/schemas/${name}`)!
    validate(body)
    expect(validate.errors).toBeNull()
  })

  test('and a body that breaks the contract is seen by both', async () => {
    const { body } = await town.get(at(TOWN_LOCATIONS.lot))
    body.layers.flood.data.mapped = 'yes'
    expect(COMPONENTS.LocationDossier.safeParse(body).success).toBe(false)
    expect(ajv.getSchema('described:#/components/schemas/LocationDossier')!(body)).toBe(false)
  })

  test.each([
    ['data without an answer', 'flood', { status: 'not_covered', reason: 'None covers it.' }],
    ['an answer without data', 'flood', { data: null }],
    ['no reason', 'flood', { status: 'not_covered', data: null }],
    ['no reason', 'permits', { status: 'not_available', data: null }],
    ['another status', 'flood', { status: 'unknown', data: null }],
  ])('and a section with %s is seen by both', async (_, name, change) => {
    const { body } = await town.get(at(TOWN_LOCATIONS.lot))
    const { [name]: section } = body.layers
    body.layers[name] = { ...section, reason: undefined, ...change }
    const wire = JSON.parse(JSON.stringify(body))
    expect(COMPONENTS.LocationDossier.safeParse(wire).success).toBe(false)
    expect(ajv.getSchema('described:#/components/schemas/LocationDossier')!(wire)).toBe(false)
  })
})

describe('the description', () => {
  test('documents every parameter of the contract, and refuses to know others', () => {
    const { parameters } = description.paths['/v1/location'].get
    const inQuery = parameters.filter((each: { in: string }) => each.in === 'query')
    expect(inQuery.map(({ name }: { name: string }) => name)).toEqual([
      'lat',
      'lng',
      'll',
      'address',
      'parcel',
      'layers',
      'include_geometry',
      'include_adjacent',
    ])
    for (const { description } of inQuery) expect(description).toBeTruthy()
  })

  test('leaves objects open, because fields may be added', () => {
    const text = JSON.stringify(description.components.schemas)
    const closed = text.indexOf('"additionalProperties":false')
    // Reports only the position: the whole text has 60 kB.
    expect(closed === -1 ? null : text.slice(Math.max(0, closed - 200), closed)).toBeNull()
  })

  test('exists as a page and as plain text, with every operation in both', async () => {
    const page: string = (await town.get('/api/docs')).body
    const text: string = (await town.get('/api/llms.txt')).body
    for (const { path, method, operation } of operationsOf(description)) {
      if (!path.startsWith('/v1')) continue
      expect(page.includes(`id="${operation.operationId}"`), path).toBe(true)
      expect(text.includes(`[${method} ${path}](`), path).toBe(true)
    }
  })
})
