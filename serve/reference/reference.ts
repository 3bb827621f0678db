import type { ServedBuild } from '../build/build-source.ts'
import { ApiError, type ErrorStatus, errorBody } from '../http/error-codes.ts'
import { LoopSlice } from '../http/time-slice.ts'
import type { RouteExample, RouteRequest, ServiceRoute } from '../routes/route.ts'
import { exampleValues } from './example-values.ts'

/** A question that was put to the build in service, and what came back. */
export interface ReferenceExample {
  title: string
  /** Path and query below the base address. */
  url: string
  headers: Record<string, string>
  /** Whether it is answered without a key. */
  isOpen: boolean
  /** Undefined where the answer is bytes: it is not asked. */
  status?: number
  body?: unknown
}

/** All that the pages of the reference are written from. */
export interface Reference {
  routes: ServiceRoute[]
  /** Id of the build in service. */
  build: string | null
  /** By the id of their operation, those of the build in service. */
  examples: Map<string, ReferenceExample[]>
  /** A body of an error by its status. */
  failures: Map<ErrorStatus, unknown>
}

/** Stands for the base address until somebody asks: `.invalid` is nobody's (RFC 2606). */
const NO_HOST = 'base-address.invalid'
const EXAMPLE_ID = 'req_0123456789abcdef'

/** Asks the routes themselves, without a socket: no log line, no credential, the same answers. */
export async function buildReference(
  routes: ServiceRoute[],
  build: ServedBuild | null,
  log: RouteRequest['log'],
): Promise<Reference> {
  const facts = exampleValues(build)
  const examples: Reference['examples'] = new Map()
  for (const route of routes) {
    const asked: ReferenceExample[] = []
    for (const example of route.examples?.(facts) ?? []) asked.push(await ask(route, example, log))
    examples.set(route.operationId, asked)
  }
  return { routes, build: facts.build, examples, failures: await askFailures(routes, log) }
}

/** A request of nobody: what a route reads of one. */
export function exampleRequest(
  log: RouteRequest['log'],
  { params = {}, query = {}, headers = {} }: Partial<RouteExample> = {},
): RouteRequest {
  return {
    method: 'GET',
    protocol: 'http',
    headers: { ...lowerCased(headers), host: NO_HOST },
    params,
    query,
    id: EXAMPLE_ID,
    log,
  }
}

async function ask(
  route: ServiceRoute,
  example: RouteExample,
  log: RouteRequest['log'],
): Promise<ReferenceExample> {
  const { title, headers = {} } = example
  const isOpen = route.isOpen === true
  const told = { title, url: urlOf(route.path, example), headers, isOpen }
  if (!('schema' in route.answer)) return told
  try {
    // A route of a schema answers with its body and leaves the reply alone.
    const question = exampleRequest(log, example)
    const body = await route.handle(question, undefined as never, new LoopSlice())
    return { ...told, status: 200, body: JSON.parse(JSON.stringify(body)) }
  } catch (error) {
    if (error instanceof ApiError)
      return { ...told, status: error.status, body: errorBody(error, EXAMPLE_ID) }
    log.error({ err: error, url: told.url }, 'an example of the reference failed')
    return { ...told, status: 500 }
  }
}

/** Errors that can be had of any build. */
async function askFailures(routes: ServiceRoute[], log: RouteRequest['log']) {
  const failures: Reference['failures'] = new Map()
  const questions: [operationId: string, example: RouteExample][] = [
    ['getLocation', { title: 'out of range', query: { ll: '91,0' } }],
    ['getLayer', { title: 'misspelled', params: { slug: 'flood-zone' } }],
  ]
  for (const [id, example] of questions) {
    const route = routes.find(({ operationId }) => operationId === id)
    if (!route) continue
    const { status, body } = await ask(route, example, log)
    failures.set(status as ErrorStatus, body)
  }
  return failures
}

function urlOf(path: string, { params = {}, query = {} }: RouteExample): string {
  const filled = path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(params[name]))
  // A comma is plain in a query, and a person reads it; a quote would end that of a shell.
  const pairs = Object.entries(query).map(
    ([name, value]) =>
      `${name}=${encodeURIComponent(value).replace(/%2C/g, ',').replace(/'/g, '%27')}`,
  )
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}
