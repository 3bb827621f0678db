import type { Fault, RightAnswer } from './fault-server.ts'
import { body } from './faults.ts'

type Json = Record<string, unknown>

/**
 * Faulty answers with HTTP 200 that are particular to a protocol, for the upstreams that speak it.
 */
export function protocolFaults(id: string): readonly Fault[] {
  return Object.entries(BY_PROTOCOL).flatMap(([prefix, faults]) =>
    id.startsWith(prefix) ? faults : [],
  )
}

const ARCGIS = [
  answerJson('error-500', 'answers 200 with an ArcGIS error', {
    error: { code: 500, message: 'Error performing query operation', details: [] },
  }),
  answerJson('token', 'answers 200 and requires a token', {
    error: { code: 499, message: 'Token Required', details: [] },
  }),
  changeJson('silent-cut', 'leaves features out without a word', (right) => {
    const { features, objectIds, ...rest } = right as {
      features?: unknown[]
      objectIds?: unknown[]
    }
    return features
      ? { ...rest, features: features.slice(1) }
      : { ...rest, ...(objectIds && { objectIds: objectIds.slice(1) }) }
  }),
  changeJson('other-frame', 'answers in another coordinate system', (right) => ({
    ...right,
    ...('features' in right && { spatialReference: { wkid: 102100, latestWkid: 3857 } }),
  })),
]

const BY_PROTOCOL: Record<string, readonly Fault[]> = {
  'open-meteo': [
    answerJson('own-error', 'answers 200 with its own error', {
      error: true,
      reason: 'Unexpected error while streaming data: timeoutReached',
    }),
    changeJson('other-units', 'answers in units that nobody knows', (right) => ({
      ...right,
      current_units: Object.fromEntries(
        Object.entries(right.current_units as Json).map(([name, unit]) => [
          name,
          unit === 'iso8601' || unit === 'seconds' ? unit : 'furlongs',
        ]),
      ),
    })),
    changeJson('stale', 'answers of a day ago', (right) => {
      const current = right.current as { time: string }
      const before = new Date(Date.parse(`${current.time}Z`) - 86_400_000)
      return { ...right, current: { ...current, time: before.toISOString().slice(0, 16) } }
    }),
    changeJson('other-place', 'answers of another place', (right) => ({
      ...right,
      latitude: -33.9,
      longitude: 18.4,
    })),
  ],
  'usgs-epqs': [
    body('sentence', 'answers 200 with a sentence', () => 'Call failed.  [Timed out, Code: 504]'),
    changeJson('no-number', 'answers with a height that is not a number', (right) => ({
      ...right,
      value: 'unknown',
    })),
    changeJson('other-place', 'answers of another place', (right) => ({
      ...right,
      location: { x: -105, y: 39.7, spatialReference: { wkid: 4326, latestWkid: 4326 } },
    })),
  ],
  'usgs-seismic': [
    changeJson('own-error', 'answers 200 with its own error', (right) => ({
      request: { ...(right.request as Json), status: 'error' },
      response: 'Internal server error',
    })),
    changeJson('other-edition', 'answers of another edition', (right) => ({
      ...right,
      request: { ...(right.request as Json), referenceDocument: 'ASCE7-05' },
    })),
  ],
  'noaa-atlas14': [
    body(
      'own-error',
      'answers 200 with its own error',
      () => "result = 'none';\nErrorMsg =  'Error 2.0: Unable to open data file';\n",
    ),
    body('millimetres', 'answers in millimetres', ({ body: right }) =>
      right.toString().replace('(inches)', '(millimeters)'),
    ),
  ],
  'fema-nfhl': ARCGIS,
  'fws-nwi': ARCGIS,
  'permits-sampleton': ARCGIS,
  'permits-sample-county': [
    answerJson('own-error', 'answers 200 with its own error', {
      code: 'query.execution.queryTooExpensive',
      error: true,
      message: 'Query is too expensive',
    }),
  ],
  'census-geocoder': [
    answerJson('own-error', 'answers 200 with its own error', {
      errors: ['Internal error'],
      status: '500',
    }),
    changeJson('nowhere', 'finds the address at 0, 0', (right) => {
      const { result } = right as { result: { addressMatches: Json[] } }
      const addressMatches = result.addressMatches.map((match) => {
        return { ...match, coordinates: { x: 0, y: 0 } }
      })
      return { result: { ...result, addressMatches } }
    }),
  ],
}

function answerJson(name: string, title: string, answer: object): Fault {
  return body(name, title, () => JSON.stringify(answer))
}

function changeJson(name: string, title: string, change: (right: Json) => object): Fault {
  return body(name, title, (right: RightAnswer) =>
    JSON.stringify(change(JSON.parse(right.body.toString()))),
  )
}
