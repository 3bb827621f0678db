import type { ServedBuild } from '../build/build-source.ts'
import { NoQuery, parseQuery } from '../http/query.ts'
import type { RouteContext, RouteRequest, ServiceRoute } from '../routes/route.ts'
import { docsPolicy } from './docs-assets.ts'
import { docsPage } from './docs-page.ts'
import { llmsText } from './llms-text.ts'
import { openApiDocument } from './openapi.ts'
import { buildReference, exampleRequest } from './reference.ts'

/** The texts of one build, with the base address of nobody where a client's own goes. */
type Pages = Record<'openapi' | 'docs' | 'llms', string>

/**
 * The pages that describe the service, themselves included, with examples of the build in service.
 * Of one build they are the same bytes in every thread and after a restart: examples are asked of
 * routes that know the build alone, at the time when it was made.
 */
export function pageRoutes(
  operationsIn: (context: RouteContext) => ServiceRoute[],
  context: RouteContext,
  serverUrl: string,
): ServiceRoute[] {
  const { builds, baseOf } = context
  const pages: ServiceRoute[] = []
  const routesFor = (build: ServedBuild | null): ServiceRoute[] => {
    const acquire = () => build && { build, release() {} }
    const now = () => new Date(build?.manifest.created_at ?? 0)
    const alone = { ...context, builds: { acquire }, now, upstreams: null, terrain: null }
    return [...operationsIn(alone), ...pages]
  }
  /** Written once a build and thread. */
  const ofBuild = new WeakMap<ServedBuild, Promise<Pages>>()
  let ofNone: Promise<Pages> | undefined

  const writePages = async (build: ServedBuild | null, log: RouteRequest['log']) => {
    const base = baseOf(exampleRequest(log))
    let isWhole = true
    const reference = await buildReference(routesFor(build), build, log).catch((error) => {
      // A damaged build takes its examples down, not the reference.
      log.error({ err: error, build: build?.id }, 'the reference has no examples')
      isWhole = false
      return buildReference(routesFor(null), null, log)
    })
    // What a file that is damaged for a while leaves out is asked for again.
    const examples = [...reference.examples.values()].flat()
    if (build && !(isWhole && examples.every(({ status = 200 }) => status < 500)))
      ofBuild.delete(build)
    return {
      openapi: JSON.stringify(openApiDocument(reference, serverUrl)),
      docs: docsPage(reference, base),
      llms: llmsText(reference, base),
    }
  }

  const pagesOf = (build: ServedBuild | null, log: RouteRequest['log']): Promise<Pages> => {
    const known = build ? ofBuild.get(build) : ofNone
    if (known) return known
    const written = writePages(build, log)
    if (build) ofBuild.set(build, written)
    else ofNone = written
    return written
  }

  const page = (
    name: keyof Pages,
    type: string,
    about: Pick<ServiceRoute, 'path' | 'operationId' | 'summary' | 'description' | 'headers'>,
    headers: Record<string, string> = {},
  ): ServiceRoute => ({
    ...about,
    tag: 'Service',
    query: NoQuery,
    answer: { description: `${about.summary}.`, page: type },
    failures: [],
    cacheControl: 'no-cache',
    isOpen: true,
    async handle(request, reply) {
      parseQuery(NoQuery, request.query)
      const lease = builds.acquire()
      try {
        const text = (await pagesOf(lease?.build ?? null, request.log))[name]
        const nobodys = baseOf(exampleRequest(request.log))
        // The host of a request is of few characters: none of them means anything in a page.
        const own = text.replaceAll(nobodys, baseOf(request))
        return reply.headers(headers).type(`${type}; charset=utf-8`).send(Buffer.from(own))
      } finally {
        lease?.release()
      }
    },
  })

  pages.push(
    page('openapi', 'application/json', {
      path: '/openapi.json',
      operationId: 'getOpenApi',
      summary: 'This description',
      description: 'OpenAPI 3.1, with examples of the build in service.',
    }),
    page(
      'docs',
      'text/html',
      {
        path: '/docs',
        operationId: 'getDocs',
        summary: 'The reference as a page',
        description: 'For people: every operation, field and status, and a form to try each.',
        headers: ['Content-Security-Policy'],
      },
      { 'content-security-policy': docsPolicy() },
    ),
    page('llms', 'text/plain', {
      path: '/llms.txt',
      operationId: 'getLlmsText',
      summary: 'The service in plain text',
      description: 'For programs that read: how to ask, page and draw, in the form of llmstxt.org.',
    }),
  )
  return pages
}
