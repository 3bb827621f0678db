import { ApiError, type ErrorStatus, errorBody } from '../../http/error-codes.ts'
import type { DescribedRoutes } from '../../http/reference/described-routes.ts'
import { LoopSlice } from '../../http/time-slice.ts'
import type { ServedBuild } from '../build/build-source.ts'
import {
  methodOf,
  type RouteExample,
  type RouteRequest,
  type ServiceRoute,
} from '../routes/route.ts'
import { exampleValues } from './example-values.ts'

/** An example request, with the response of the build in service. */
export interface ReferenceExample {
  title: string
  method: 'GET' | 'POST'
  /** The body of the request; undefined without one. */
  sent?: unknown
  /** Path and query below the base address. */
  url: string
  headers: Record<string, string>
  /** True when it needs no key. */
  isOpen: boolean
  /** Undefined where the response is bytes: those examples are not sent. */
  status?: number
  body?: unknown
}

/** The content of the documentation pages. */
export interface Reference {
  routes: ServiceRoute[]
  /** Id of the build in service. */
  build: string | null
  /** Examples from the build in service, by the id of their operation. */
  examples: Map<string, ReferenceExample[]>
  /** Example bodies of errors by status. */
  failures: Map<ErrorStatus, unknown>
  /** Routes of other parts of the service. */
  described: readonly DescribedRoutes[]
}

/** Placeholder for the host of the base address: nobody owns `.invalid` (RFC 2606). */
const PLACEHOLDER_HOST = 'base-address.invalid'
const EXAMPLE_ID = 'req_0123456789abcdef'

/**
 * Runs the examples on the routes, without a socket: no log line and no credential, but the same
 * answers.
 */
export async function buildReference(
  routes: ServiceRoute[],
  build: ServedBuild | null,
  log: RouteRequest['log'],
  described: readonly DescribedRoutes[] = [],
): Promise<Reference> {
  const values = exampleValues(build)
  const examples: Reference['examples'] = new Map()
  for (const route of routes) {
    const shown: ReferenceExample[] = []
    for (const example of route.examples?.(values) ?? [])
      shown.push(await runExample(route, example, log))
    examples.set(route.operationId, shown)
  }
  const failures = await runFailures(routes, log)
  return { routes, build: values.build, examples, failures, described }
}

/** A request without a client, with the parts that routes read. */
export function exampleRequest(
  log: RouteRequest['log'],
  { params = {}, query = {}, headers = {}, body }: Partial<RouteExample> = {},
): RouteRequest {
  return {
    method: 'GET',
    protocol: 'http',
    headers: { ...lowerCased(headers), host: PLACEHOLDER_HOST },
    params,
    query,
    body,
    id: EXAMPLE_ID,
    log,
  }
}

async function runExample(
  route: ServiceRoute,
  example: RouteExample,
  log: RouteRequest['log'],
): Promise<ReferenceExample> {
  const { title, headers = {}, body: sent } = example
  const isOpen = route.isOpen === true
  const method = methodOf(route)
  const shown = { title, method, sent, url: urlOf(route.path, example), headers, isOpen }
  if (!('schema' in route.answer)) return shown
  try {
    // A route with a JSON answer returns its body and does not use the reply.
    const request = exampleRequest(log, example)
    const body = await route.handle(request, undefined as never, new LoopSlice())
    return { ...shown, status: 200, body: JSON.parse(JSON.stringify(body)) }
  } catch (error) {
    if (error instanceof ApiError)
      return { ...shown, status: error.status, body: errorBody(error, EXAMPLE_ID) }
    log.error({ err: error, url: shown.url }, 'an example of the reference failed')
    return { ...shown, status: 500 }
  }
}

/** Example errors, which every build returns. */
async function runFailures(routes: ServiceRoute[], log: RouteRequest['log']) {
  const failures: Reference['failures'] = new Map()
  const requests: [operationId: string, example: RouteExample][] = [
    ['getLocation', { title: 'out of range', query: { ll: '91,0' } }],
    ['getLayer', { title: 'misspelled', params: { slug: 'flood-zone' } }],
  ]
  for (const [id, example] of requests) {
    const route = routes.find(({ operationId }) => operationId === id)
    if (!route) continue
    const { status, body } = await runExample(route, example, log)
    failures.set(status as ErrorStatus, body)
  }
  return failures
}

function urlOf(path: string, { params = {}, query = {} }: RouteExample): string {
  const filled = path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(params[name]))
  // Commas stay readable; a quote is encoded because it would end the quotes of the shell command.
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
