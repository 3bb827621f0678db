import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECTION_NAMES } from '../layers/index.ts'
import { type Answer, type ExampleApp, openExampleApp } from '../tests/fixtures/example-app.ts'
import { TOWN_LOCATIONS } from '../tests/fixtures/example-town.ts'
import { ErrorObject } from './schemas/error.ts'

let town: ExampleApp
beforeAll(async () => {
  town = await openExampleApp()
})
afterAll(() => town.close())

const LOT = `ll=${TOWN_LOCATIONS.lot.lat},${TOWN_LOCATIONS.lot.lng}`
const KEY = 'pk_aaaaaaaaaaaaaaaaaaaabaa'
const WAVE = '%F0%9F%8C%8A'

/** What every error body must have. */
function expectError({ status, headers, body }: Answer, code: string) {
  const { error } = ErrorObject.parse(body)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(error.code).toBe(code)
  expect(error.message).toMatch(/^\S.*\.$/s)
  expect(error.request_id).toBe(headers['x-request-id'])
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  return error
}

/** A rule, a query that breaks it, the parameter at fault, and a part of the hint. */
type Rule = [rule: string, query: string, param: string, hint: string]

/** Each broken rule is a 400 that names the parameter and states what is allowed. */
function rules(path: string, table: readonly Rule[]) {
  describe(`GET ${path} refuses`, () => {
    test.each(table)('%s: %s', async (_rule, query, param, hint) => {
      const answer = await town.get(`/api${path}?${query}`)
      expect(answer.status).toBe(400)
      const error = expectError(answer, 'invalid_request')
      expect(error.param).toBe(param)
      expect(error.hint).toContain(hint)
    })
  })
}

const ONE_WAY = 'Give exactly one of: lat and lng, ll=latitude,longitude, address, parcel.'
const DEGREES = ['NaN', 'Infinity', '-Infinity', '1e1', '1E1', '0x10', '0b1', '1_0', '1,5', '--1']
const MORE_DEGREES = ['%2B-1', '1-', '.', '-', '+', '1 0', '%20', '٣', '１', 'north', 'null', '[1]']

rules('/v1/location', [
  ['no location', '', 'll', ONE_WAY],
  ['layers without a location', 'layers=parcel', 'll', ONE_WAY],
  ['two ways', `${LOT}&lat=1&lng=1`, 'll', ONE_WAY],
  ['two ways', `${LOT}&address=1%20Main`, 'address', ONE_WAY],
  ['two ways', `${LOT}&parcel=${KEY}`, 'parcel', ONE_WAY],
  ['two ways', `address=1%20Main&parcel=${KEY}`, 'parcel', ONE_WAY],
  ['two ways, one of them half', `lat=1&parcel=${KEY}`, 'parcel', ONE_WAY],
  ['three ways', `${LOT}&address=1%20Main&parcel=${KEY}`, 'address', ONE_WAY],
  ['all ways', `lat=1&lng=1&${LOT}&address=1%20Main&parcel=${KEY}`, 'll', ONE_WAY],
  ['half a pair', 'lat=1', 'lng', '-180 to 180'],
  ['half a pair', 'lng=1', 'lat', '-90 to 90'],
  ['half a pair in ll', 'll=1', 'll', 'latitude first'],
  ['half a pair in ll', 'll=1,', 'll', 'latitude first'],
  ['half a pair in ll', 'll=,1', 'll', 'latitude first'],
  ['three numbers in ll', 'll=1,2,3', 'll', 'latitude first'],
  ['ll with a blank for a comma', 'll=1%202', 'll', 'latitude first'],
  ['ll with a semicolon', 'll=1;2', 'll', 'latitude first'],
  ['an empty value', 'll=', 'll', 'latitude first'],
  ['an empty value', 'lat=&lng=1', 'lat', 'decimal degrees'],
  ['an empty value', 'lat=1&lng=', 'lng', 'decimal degrees'],
  ['an empty value', 'address=', 'address', '3 to 500'],
  ['an empty value', 'parcel=', 'parcel', '4 to 200'],
  ['a latitude out of range', 'lat=90.0000001&lng=0', 'lat', '-90 to 90'],
  ['a latitude out of range', 'lat=-90.1&lng=0', 'lat', '-90 to 90'],
  ['a latitude out of range', 'll=91,0', 'll', 'latitude first'],
  ['a name of other services', 'lat=1&lon=2', 'lon', 'Did you mean lng? Allowed: lat, lng, '],
  ['a name of other services', 'latitude=1&longitude=2', 'latitude', 'Did you mean lat?'],
  ['a name of other services', 'q=1%20Main%20St', 'q', 'Did you mean address?'],
  ['a name of other services', 'zip=04401', 'zip', 'Did you mean address?'],
  ['longitude first', 'll=-118.4,33.9', 'll', 'Is 33.9,-118.4 the point?'],
  ['longitude first', 'lat=-118.4&lng=33.9', 'lat', 'Is 33.9,-118.4 the point?'],
  ['a longitude out of range', 'lat=0&lng=180.0000001', 'lng', '-180 to 180'],
  ['a longitude out of range', 'lat=0&lng=-181', 'lng', '-180 to 180'],
  ['a longitude out of range', 'll=0,360', 'll', 'latitude first'],
  ['a longitude out of range', `ll=0,${'9'.repeat(400)}`, 'll', 'latitude first'],
  ...[...DEGREES, ...MORE_DEGREES].flatMap((text): Rule[] => [
    ['what is no plain decimal number', `lat=${text}&lng=0`, 'lat', 'decimal degrees'],
    ['what is no plain decimal number', `lat=0&lng=${text}`, 'lng', 'decimal degrees'],
    ['what is no plain decimal number', `ll=0,${text}`, 'll', 'latitude first'],
  ]),
  ['an address too short', 'address=ab', 'address', '3 to 500'],
  ['an address too short in characters, not in bytes', `address=${WAVE}${WAVE}`, 'address', '3 to'],
  ['an address too long', `address=${'a'.repeat(501)}`, 'address', '3 to 500'],
  ['an address too long', `address=${WAVE.repeat(501)}`, 'address', '3 to 500'],
  ['a key too short', 'parcel=pk_', 'parcel', '4 to 200'],
  ['a key too short', `parcel=${WAVE.repeat(3)}`, 'parcel', '4 to 200'],
  ['a key too long', `parcel=${'p'.repeat(201)}`, 'parcel', '4 to 200'],
  ['a key too long', `parcel=${WAVE.repeat(201)}`, 'parcel', '4 to 200'],
  ['no section', `${LOT}&layers=`, 'layers', SECTION_NAMES.join(', ')],
  ['an empty section', `${LOT}&layers=,`, 'layers', SECTION_NAMES.join(', ')],
  ['an empty section', `${LOT}&layers=parcel,,flood`, 'layers', SECTION_NAMES.join(', ')],
  ['an empty section', `${LOT}&layers=parcel,`, 'layers', SECTION_NAMES.join(', ')],
  ['an empty section', `${LOT}&layers=%20`, 'layers', SECTION_NAMES.join(', ')],
  ['an unknown section', `${LOT}&layers=parcels`, 'layers', 'Did you mean parcel?'],
  ['an unknown section', `${LOT}&layers=parcel,floood`, 'layers', 'Did you mean flood?'],
  ['an unknown section', `${LOT}&layers=wet`, 'layers', 'Did you mean wetlands?'],
  ['an unknown section', `${LOT}&layers=code-basis`, 'layers', 'Did you mean code_basis?'],
  ['an unknown section', `${LOT}&layers=qqqqqq`, 'layers', 'Known sections: parcel, flood'],
  ['an unknown section', `${LOT}&layers=constructor`, 'layers', 'Known sections: parcel, flood'],
  ['a section in another case', `${LOT}&layers=Parcel`, 'layers', 'Did you mean parcel?'],
  ['sections apart by blanks', `${LOT}&layers=parcel%20flood`, 'layers', 'Known sections'],
  ['a boolean in other words', `${LOT}&include_geometry=yes`, 'include_geometry', 'true or false'],
  ['a boolean in other words', `${LOT}&include_geometry=1`, 'include_geometry', 'true or false'],
  ['a boolean in other words', `${LOT}&include_geometry=True`, 'include_geometry', 'true or'],
  ['a boolean in other words', `${LOT}&include_geometry=`, 'include_geometry', 'true or false'],
  ['a boolean in other words', `${LOT}&include_adjacent=0`, 'include_adjacent', 'true or false'],
  ['a boolean in other words', `${LOT}&include_adjacent`, 'include_adjacent', 'true or false'],
  ['a parameter twice', `${LOT}&${LOT}`, 'll', 'latitude,longitude'],
  ['a parameter twice', `parcel=${KEY}&parcel=${KEY}`, 'parcel', '4 to 200'],
  ['a parameter twice', `${LOT}&layers=parcel&layers=flood`, 'layers', 'comma-separated'],
  ['an unknown parameter', `${LOT}&layer=parcel`, 'layer', 'Did you mean layers?'],
  ['an unknown parameter', `${LOT}&geometry=true`, 'geometry', 'Allowed: lat, lng, ll'],
  ['an unknown parameter', 'lon=1&lat=1', 'lon', 'Allowed: lat, lng, ll'],
  ['an unknown parameter', 'lgn=1&lat=1', 'lgn', 'Did you mean lng?'],
  ['an unknown parameter', `${LOT}&__proto__=1`, '__proto__', 'Allowed: lat, lng, ll'],
  ['an unknown parameter', `${LOT}&=1`, '', 'Allowed: lat, lng, ll'],
  ['an unknown parameter', `${LOT}&${'x'.repeat(300)}=1`, 'x'.repeat(60), 'Allowed: lat, lng'],
  ['a parameter in another case', 'LL=1,1', 'LL', 'Allowed: lat, lng, ll'],
  ['a parameter in another case', 'Lat=1&lng=1', 'Lat', 'Did you mean lat?'],
  ['a lone percent sign', 'address=100%', 'address', '%25'],
  ['bad percent-encoding', 'll=%zz', 'll', '%25'],
  ['bytes that are no UTF-8', 'address=%C3%28abc', 'address', 'UTF-8'],
  ['half a surrogate pair', 'address=abc%ED%A0%80', 'address', 'UTF-8'],
  ['an overlong character', 'address=abc%C0%AF', 'address', 'UTF-8'],
  ['a name that cannot be decoded', `${LOT}&%zz=1`, '%zz', '%25'],
])

const BOX = 'west,south,east,north'

rules('/v1/parcels', [
  ['a box of three numbers', 'bbox=1,2,3', 'bbox', BOX],
  ['a box of five numbers', 'bbox=1,2,3,4,5', 'bbox', BOX],
  ['an empty box', 'bbox=', 'bbox', BOX],
  ['a box of blanks', 'bbox=%20,%20,%20,%20', 'bbox', BOX],
  ['a box over 180 degrees', 'bbox=179,1,-179,2', 'bbox', 'west at most east'],
  ['a box upside down', 'bbox=1,2,3,1', 'bbox', BOX],
  ['a box past a pole', 'bbox=1,2,3,91', 'bbox', BOX],
  ['a box past 180 degrees', 'bbox=-181,2,3,4', 'bbox', BOX],
  ['latitude first', 'bbox=29,-98,30,-97', 'bbox', BOX],
  ...DEGREES.map((text): Rule => ['no plain number', `bbox=${text},0,1,1`, 'bbox', BOX]),
  ...['Penobscot', '2301', '230191', '23 01', '2301a', '٢٣٠١٩', ''].map(
    (text): Rule => ['what is not a county code', `county=${text}`, 'county', 'five FIPS digits'],
  ),
  ...['4401', '04401-1234', '044O1', ' 04401', '٠٤٤٠١', ''].map(
    (text): Rule => ['what is no ZIP code', `zip=${text}`, 'zip', 'five digits'],
  ),
  ['an empty use code', 'use_code=', 'use_code', '1 to 100'],
  ['a use code too long', `use_code=${'1'.repeat(101)}`, 'use_code', '1 to 100'],
  ['a use code too long', `use_code=${WAVE.repeat(101)}`, 'use_code', '1 to 100'],
  ...['0', '101', '-1', '1.5', '1e1', '%2B5', ' 5', '0x5', '9'.repeat(30), 'all', ''].map(
    (text): Rule => ['what is no page size', `limit=${text}`, 'limit', '1 to 100'],
  ),
  ['an empty cursor', 'cursor=', 'cursor', 'next_cursor'],
  ['a cursor too long', `cursor=${'A'.repeat(201)}`, 'cursor', 'next_cursor'],
  ['a cursor that is none', 'cursor=2', 'cursor', 'Leave cursor out'],
  ['a boolean in other words', 'include_geometry=TRUE', 'include_geometry', 'true or false'],
  ['a filter twice', 'zip=99801&zip=99802', 'zip', 'five digits'],
  ['an unknown parameter', 'page=2', 'page', 'Allowed: bbox, county, zip'],
  ['an unknown parameter', 'zipcode=99801', 'zipcode', 'Allowed: bbox, county, zip'],
  ['an unknown parameter', 'usecode=1', 'usecode', 'Did you mean use_code?'],
  ['an unknown parameter', LOT, 'll', 'Allowed: bbox, county, zip'],
  ['bad percent-encoding', 'use_code=%', 'use_code', '%25'],
])

rules(`/v1/parcels/${KEY}`, [
  ['an unknown parameter', 'layers=parcel', 'layers', 'Allowed: include_geometry.'],
  ['an unknown parameter', 'geometry=true', 'geometry', 'Allowed: include_geometry.'],
  ['a boolean in other words', 'include_geometry=no', 'include_geometry', 'true or false'],
  ['a parameter twice', 'include_geometry=true&include_geometry=true', 'include_geometry', 'true'],
])
for (const key of ['pk_', WAVE.repeat(3), 'p'.repeat(201), WAVE.repeat(200).concat('a')])
  rules(`/v1/parcels/${key}`, [['a key of another length', '', 'parcel_key', '4 to 200']])

rules('/v1/coverage', [
  ['two sections', 'layer=parcel,flood', 'layer', 'one section'],
  ['an empty section', 'layer=', 'layer', 'Known sections: parcel'],
  ['an unknown section', 'layer=floods', 'layer', 'Did you mean flood?'],
  ['a section in another case', 'layer=FLOOD', 'layer', 'Known sections: parcel'],
  ...['Maine', 'M', '', '2', '023', '٢٣'].map(
    (text): Rule => ['what is no state code', `state=${text}`, 'state', 'postal code or two'],
  ),
  ...['Penobscot', '2301', '230190', ''].map(
    (text): Rule => ['what is no county code', `county=${text}`, 'county', 'five FIPS digits'],
  ),
  ['a parameter twice', 'state=ME&state=FL', 'state', 'postal code'],
  ['an unknown parameter', 'layers=parcel', 'layers', 'Did you mean layer?'],
  ['an unknown parameter', 'seed=2', 'seed', 'Allowed: layer, state, county.'],
  ['bad percent-encoding', 'layer=%E0%A4', 'layer', '%25'],
])

rules('/v1/coverage/map', [
  ['no section', 'county=99001', 'layer', 'one section'],
  ['no county', 'layer=flood', 'county', 'five FIPS digits'],
  ['two sections', 'layer=parcel,flood&county=99001', 'layer', 'one section'],
  ['an unknown section', 'layer=floods&county=99001', 'layer', 'Did you mean flood?'],
  ['what is no county code', 'layer=flood&county=2301', 'county', 'five FIPS digits'],
  ['an unknown parameter', 'layer=flood&county=99001&state=ME', 'state', 'Allowed: layer, county.'],
])

for (const path of ['/v1/layers', '/v1/layers/parcels', '/v1/health'])
  rules(path, [
    ['any parameter', 'limit=1', 'limit', 'It takes no parameters.'],
    ['any parameter', 'limit', 'limit', 'It takes no parameters.'],
  ])

describe('the largest allowed value', () => {
  test.each([
    [`location?ll=90,180`, 200],
    [`location?ll=-90,-180`, 200],
    [`location?ll=%2B30.0005,%2D71.9995`, 200],
    [`location?ll=%09${TOWN_LOCATIONS.lot.lat}%0A,%20${TOWN_LOCATIONS.lot.lng}%20`, 200],
    [`location?lat=.5&lng=5.`, 200],
    [`location?${LOT}&layers=%20parcel%20,flood&include_geometry=false`, 200],
    [`location?address=abc`, 501],
    [`location?address=${'a'.repeat(500)}`, 501],
    [`location?address=${WAVE.repeat(500)}`, 501],
    [`location?parcel=pk_a`, 404],
    [`location?parcel=${'p'.repeat(200)}`, 404],
    [`location?parcel=${WAVE.repeat(200)}`, 404],
    [`parcels/${'p'.repeat(200)}`, 404],
    [`parcels/${WAVE.repeat(200)}`, 404],
    ['parcels?bbox=-180,-90,180,90&limit=100', 200],
    ['parcels?bbox=%20-72%20,%2B30,-72,30', 200],
    [`parcels?use_code=${WAVE.repeat(100)}`, 200],
    ['parcels?limit=1', 200],
    ['parcels?limit=001', 200],
    ['coverage?layer=%20flood%20&state=me&county=99001', 200],
    ['coverage/map?layer=%20flood%20&county=99001', 200],
    ['coverage/map?layer=flood&county=23019', 404],
    [`location?${LOT}&`, 200],
  ])('%s: %i', async (path, status) => {
    const answer = await town.get(`/api/v1/${path}`)
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(status)
    if (status >= 400) expectError(answer, status === 404 ? 'not_found' : 'not_implemented')
  })

  test('a section named twice is answered once', async () => {
    const { body } = await town.get(`/api/v1/location?${LOT}&layers=flood,flood`)
    expect(Object.keys(body.layers)).toEqual(['flood'])
  })
})

describe('a name in the path', () => {
  test.each([
    ['layers/parcel', 404, 'not_found', 'slug', 'Did you mean parcels?'],
    ['layers/Parcels', 404, 'not_found', 'slug', 'Did you mean parcels?'],
    ['layers/nothing-at-all', 404, 'not_found', 'slug', 'Known layers: parcels, '],
    ['layers/..%2Fparcels', 404, 'not_found', 'slug', 'Known layers: parcels, '],
    ['layers/', 404, 'not_found', 'slug', 'Known layers: parcels, '],
    ['layers/%zz', 400, 'invalid_request', 'slug', '/api/docs'],
    ['parcels/%zz', 400, 'invalid_request', 'parcel_key', '/api/docs'],
    ['parcels/', 400, 'invalid_request', 'parcel_key', '4 to 200'],
    ['parcels/pk_none/roll', 404, 'not_found', undefined, '/api/openapi.json'],
    [`layers/${'x'.repeat(2_401)}`, 414, 'invalid_request', 'slug', '/api/docs'],
    [`parcels/${'x'.repeat(2_401)}`, 414, 'invalid_request', 'parcel_key', '/api/docs'],
    ['Location', 404, 'not_found', undefined, '/api/openapi.json'],
    ['location/', 404, 'not_found', undefined, '/api/openapi.json'],
  ])('%s: %i', async (path, status, code, param, hint) => {
    const answer = await town.get(`/api/v1/${path}`)
    const error = expectError(answer, code)
    expect([answer.status, error.param]).toEqual([status, param])
    expect(error.hint).toContain(hint)
  })
})

describe('a request other than a GET of reasonable size', () => {
  const PATHS = ['/v1/location', '/v1/parcels', `/v1/parcels/${KEY}`, '/v1/layers', '/v1/coverage']

  test.each(PATHS)('an address of %s over 8,192 bytes is 414', async (path) => {
    const room = 8_192 - `/api${path}?use_code=`.length
    const under = await town.get(`/api${path}?use_code=${'1'.repeat(room)}`)
    expect(under.status).toBe(400)
    const over = await town.get(`/api${path}?use_code=${'1'.repeat(room + 1)}`)
    expect(over.status).toBe(414)
    expect(expectError(over, 'invalid_request').hint).toBe('At most 8192 bytes.')
  })

  test.each(PATHS)('another method on %s is 405 with Allow, whatever the body', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      for (const payload of ['', '{', 'x'.repeat(5_000)]) {
        const headers = { 'content-type': 'application/json' }
        const answer = await town.app.inject({ method, url: `/api${path}`, payload, headers })
        expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
        expect(answer.json().error).toMatchObject({
          code: 'invalid_request',
          hint: expect.stringContaining('GET'),
          request_id: answer.headers['x-request-id'],
        })
      }
  })

  test.each(PATHS)('the body of a GET on %s is ignored', async (path) => {
    const url = `/api${path}?limit=0`
    const plain = await town.app.inject({ method: 'GET', url })
    for (const payload of ['{', 'x'.repeat(5_000)]) {
      const headers = { 'content-type': 'application/xml', 'x-request-id': 'same' }
      const withBody = await town.app.inject({ method: 'GET', url, payload, headers })
      expect(withBody.statusCode).toBe(plain.statusCode)
      const { request_id, ...details } = withBody.json().error
      expect(request_id).toBe('same')
      expect(plain.json().error).toMatchObject(details)
    }
  })
})

test('a long invalid value is not repeated whole', async () => {
  const long = `${'9'.repeat(4_000)}`
  const queries = [`location?ll=${long},1`, `location?${LOT}&layers=${long}`, `location?${long}=1`]
  const lists = [`parcels?bbox=${long}`, `parcels?limit=${long}`, `parcels?county=${long}`]
  const others = [`coverage?layer=${long}`, `layers/${'x'.repeat(2_000)}`, `parcels?zip=%${long}`]
  for (const path of [...queries, ...lists, ...others]) {
    const { status, body } = await town.get(`/api/v1/${path}`)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify(body).length, path.slice(0, 40)).toBeLessThan(600)
  }
})
