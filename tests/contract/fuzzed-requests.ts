import { BAD_ENCODINGS, misspelled, wrongValues } from './bad-values.ts'
import {
  type Described,
  type DescribedOperation,
  operationsOf,
  type PlacedOperation,
  targetOf,
} from './description.ts'
import type { GoodValues } from './good-values.ts'

/** A request to send: whole, or as bytes that may not be HTTP at all. */
export interface FuzzedRequest {
  method: string
  target: string
  headers: [name: string, value: string][]
  /** The body of a request to an operation that reads one. */
  body?: string
  /** Instead of what stands above, where a byte of it was changed. */
  bytes?: Buffer
}

/** Of a hundred requests, how many go to an operation; the rest are shared alike. */
const WEIGHTS: Record<string, number> = {
  getLocation: 34,
  listParcels: 14,
  search: 12,
  getArchive: 12,
}
/** These are long to answer: a scorecard, a page. */
const RARE = [
  ...['getCoverage', 'getCoverageMap', 'getReport', 'getExport', 'getDocs', 'getOpenApi'],
  'listLayers',
]
const RARE_WEIGHT = 1
const USUAL_WEIGHT = 5

const METHODS = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
const PIECES = [
  ...['30.0005', '-71.9995', '29.98,-71.96', ',', '-', '+', '.', '9e99', 'NaN', '90', '-180', '0'],
  ...['parcel', 'flood', 'true', 'pk_aaaa', 'parcels', '__proto__', 'constructor', 'toString'],
  ...['..', '.', '/', '\\', '?', '&', '=', '#', '[]', '{}', '"', "'", '<b>', '$', ';', '|', '*'],
  ...['\0', '\r\n', '\t', '\x7f', '\u00e9', '\u{1F30A}', '\u202e', '\ufeff', 'a'.repeat(300)],
  ...["' OR 1=1 --", '; DROP TABLE parcels', '../../../etc/passwd', '{{7*7}}', '%s%n'],
]
const HEADERS: Record<string, string[]> = {
  range: [
    ...['bytes=0-126', 'bytes=-1', 'bytes=5-', 'bytes=0-0,2-3', 'bytes=9-1', 'bytes=', 'bytes'],
    ...['items=0-1', 'bytes=99999999999-', 'bytes=-0', `bytes=0-${'9'.repeat(40)}`, 'BYTES=1-2'],
  ],
  'if-range': ['"x"', 'W/"x"', 'Sat, 21 Nov 2026 00:00:00 GMT', '', '*'],
  'if-match': ['*', '"x"', 'W/"x"', '"', ''],
  'if-none-match': ['*', '"x"', 'W/"x", "y"', '"', '', '"\u00e9"', ','.repeat(500)],
  'accept-encoding': ['gzip', 'identity', 'gzip;q=0', '*;q=0', 'br', 'gzip;q=x', ';;,', ''],
  'x-request-id': ['mine', 'a b', 'x'.repeat(64), 'x'.repeat(65), '\u00e9', '../..', '"', ''],
  host: ['', 'a b', 'evil.example/"><b>', '[::1]:8080', 'x'.repeat(300), 'localhost:99999999'],
  'content-type': ['application/json', 'x', ''],
  accept: ['text/html', '*/*;q=0', 'x'],
  expect: ['100-continue', 'x'],
  cookie: ['a=b', ';;;'],
  origin: ['null', 'https://example.com'],
}

/** Requests made of the description: good, bad, odd and broken; the same for the same numbers. */
export class FuzzedRequests {
  private readonly random: () => number
  private readonly good: GoodValues
  private readonly operations: PlacedOperation[]
  private readonly weights: number[]

  constructor(described: Described, good: GoodValues, random: () => number) {
    this.random = random
    this.good = good
    this.operations = operationsOf(described)
    this.weights = this.operations.map(
      ({ operation: { operationId: id } }) =>
        WEIGHTS[id] ?? (RARE.includes(id) ? RARE_WEIGHT : USUAL_WEIGHT),
    )
  }

  next(): FuzzedRequest {
    const { path: template, method: own, operation } = this.weighted()
    const method = this.chance(0.93) ? own : this.pick(METHODS)
    const target = this.chance(0.06)
      ? this.oddTarget(template)
      : this.operationTarget(template, operation)
    const read = operation.parameters.map(({ name }) => name.toLowerCase())
    const names = Object.keys(HEADERS).filter((name) =>
      this.chance(read.includes(name) ? 0.4 : 0.08),
    )
    const headers = names.map((name): [string, string] => [name, this.pick(HEADERS[name])])
    // Never over the limit of a head: that is one answer, and tested once.
    const body = own === 'POST' ? this.body(operation) : undefined
    if (body !== undefined) headers.push(['content-length', `${Buffer.byteLength(body)}`])
    if (body !== undefined && this.chance(0.8)) headers.push(['content-type', 'application/json'])
    const request = { method, target: target.slice(0, 9_000), headers, body }
    return this.chance(0.2) ? { ...request, bytes: this.broken(request) } : request
  }

  /** A question about an operation, with some of its values replaced. */
  private operationTarget(
    template: string,
    { operationId: id, parameters }: DescribedOperation,
  ): string {
    const { path = {}, query } = this.pick(this.good.questions[id])
    const values = this.good.values[id] ?? {}
    const pairs = Object.entries(query)
    const own = parameters.filter((parameter) => parameter.in === 'query')
    for (const parameter of own) {
      if (!this.chance(0.2)) continue
      const { name } = parameter
      const value = this.value(values[name] ?? [], wrongValues(parameter))
      const place = pairs.findIndex(([other]) => other === name)
      // Sometimes after the value that is there, so that the parameter is given twice.
      if (place >= 0 && this.chance(0.9)) pairs[place] = [name, value]
      else pairs.push([name, value])
    }
    if (this.chance(0.04)) pairs.push([this.pick(misspelled(this.pick(own)?.name ?? 'x')), '1'])
    if (this.chance(0.02)) pairs.push([this.odd(), this.odd()])
    const filled = { ...path }
    for (const parameter of parameters.filter((each) => each.in === 'path'))
      if (this.chance(0.15))
        filled[parameter.name] = this.value([path[parameter.name]], wrongValues(parameter))
    const target = targetOf(template, { path: filled, query: pairs })
    if (!this.chance(0.03)) return target
    return `${target}${target.includes('?') ? '&' : '?'}${this.pick(own)?.name}=${this.pick(BAD_ENCODINGS)}`
  }

  /** A good body, or one with a piece of its text replaced. */
  private body({ operationId: id }: DescribedOperation): string {
    const text = JSON.stringify(this.pick(this.good.questions[id]).body)
    if (this.chance(0.3)) return text
    const place = Math.floor(this.random() * text.length)
    return text.slice(0, place) + this.odd() + text.slice(place + Math.floor(this.random() * 9))
  }

  private value(good: readonly string[], wrong: readonly (readonly [string, string])[]): string {
    const sort = this.random()
    if (sort < 0.45 && good.length > 0) return this.pick(good)
    if (sort < 0.8 && wrong.length > 0) return this.pick(wrong)[1]
    return this.odd()
  }

  /** A path that no operation has, or has nearly. */
  private oddTarget(template: string): string {
    const starts = ['/', '/docs', '/openapi.json', '/api', '/api/', '//api', `/api${template}`]
    const start = this.pick([
      ...starts,
      `/api${template}/`,
      '*',
      'http://other.example/api/v1/health',
    ])
    return `${start}${this.chance(0.5) ? encodeURI(this.odd()) : ''}`
  }

  private odd(): string {
    return Array.from({ length: 1 + Math.floor(this.random() * 3) }, () => this.pick(PIECES)).join(
      '',
    )
  }

  /** The bytes of a request with up to four of them changed, left out or doubled. */
  private broken({ method, target, headers, body = '' }: FuzzedRequest): Buffer {
    const lines = [['Host', 'localhost'], ...headers].map(([name, value]) => `${name}: ${value}`)
    const head = [`${method} ${target} HTTP/1.1`, ...lines, 'Connection: close'].join('\r\n')
    const bytes = [...Buffer.from(`${head}\r\n\r\n`, 'latin1'), ...Buffer.from(body)]
    const times = 1 + Math.floor(this.random() * 4)
    for (let i = 0; i < times; i++) {
      const place = Math.floor(this.random() * bytes.length)
      const byte = Math.floor(this.random() * 256)
      const sort = this.random()
      if (sort < 0.4) bytes[place] = byte
      else if (sort < 0.6) bytes.splice(place, 1)
      else if (sort < 0.8) bytes.splice(place, 0, byte)
      else bytes.splice(place, 0, ...bytes.slice(place, place + 8))
    }
    return Buffer.from(bytes)
  }

  private weighted(): PlacedOperation {
    const sum = this.weights.reduce((total, each) => total + each, 0)
    let left = this.random() * sum
    const place = this.weights.findIndex((weight) => {
      left -= weight
      return left < 0
    })
    return this.operations[place]
  }

  private chance(share: number): boolean {
    return this.random() < share
  }

  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]
  }
}
