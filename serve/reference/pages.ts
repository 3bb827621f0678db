import { NoQuery, parseQuery } from '../../http/query.ts'
import { type DescribedRoutes, originOfBase } from '../../http/reference/described-routes.ts'
import { docsPolicy } from '../../http/reference/docs-assets.ts'
import type { ServedBuild } from '../build/build-source.ts'
import type { RouteContext, RouteRequest, ServiceRoute } from '../routes/route.ts'
import { docsPage } from './docs-page.ts'
import { llmsText } from './llms-text.ts'
import { openApiDocument } from './openapi.ts'
import { buildReference, exampleRequest } from './reference.ts'

/** The pages of one build, with a placeholder for the base address of the client. */
type Pages = Record<'openapi' | 'docs' | 'llms', string>

/**
 * The pages that document the service, with examples from the build in service. For one build they
 * are the same bytes in every thread and after a restart: the examples come from routes that know
 * only the build, and whose clock is the time when it was created.
 */
export function pageRoutes(
  operationsIn: (context: RouteContext) => ServiceRoute[],
  context: RouteContext,
  serverUrl: string,
  described: readonly DescribedRoutes[],
): ServiceRoute[] {
  const { builds, baseOf } = context
  const pages: ServiceRoute[] = []
  const routesFor = (build: ServedBuild | null): ServiceRoute[] => {
    const acquire = () => build && { build, release() {} }
    const now = () => new Date(build?.manifest.created_at ?? 0)
    const alone = { ...context, builds: { acquire }, now, upstreams: null, terrain: null }
    return [...operationsIn(alone), ...pages]
  }
  /** Written once per build and thread. */
  const pagesByBuild = new WeakMap<ServedBuild, Promise<Pages>>()
  let pagesWithoutBuild: Promise<Pages> | undefined

  const writePages = async (build: ServedBuild | null, log: RouteRequest['log']) => {
    const base = baseOf(exampleRequest(log))
    let isWhole = true
    const reference = await buildReference(routesFor(build), build, log, described).catch(
      (error) => {
        // Without the examples of a damaged build the reference still answers.
        log.error({ err: error, build: build?.id }, 'the reference has no examples')
        isWhole = false
        return buildReference(routesFor(null), null, log, described)
      },
    )
    // Examples that failed because of a damaged file are tried again with the next request.
    const examples = [...reference.examples.values()].flat()
    if (build && !(isWhole && examples.every(({ status = 200 }) => status < 500)))
      pagesByBuild.delete(build)
    return {
      openapi: JSON.stringify(openApiDocument(reference, serverUrl)),
      docs: docsPage(reference, base),
      llms: llmsText(reference, base),
    }
  }

  const pagesOf = (build: ServedBuild | null, log: RouteRequest['log']): Promise<Pages> => {
    const known = build ? pagesByBuild.get(build) : pagesWithoutBuild
    if (known) return known
    const written = writePages(build, log)
    if (build) pagesByBuild.set(build, written)
    else pagesWithoutBuild = written
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
    entityTag: 'strong',
    isOpen: true,
    async handle(request, reply) {
      parseQuery(NoQuery, request.query)
      const lease = builds.acquire()
      try {
        const text = (await pagesOf(lease?.build ?? null, request.log))[name]
        // Of the origin: described routes have other roots than the base address.
        const placeholder = originOfBase(baseOf(exampleRequest(request.log)))
        // `originOf` accepts only host characters that need no escaping in any of the pages.
        const personal = text.replaceAll(placeholder, originOfBase(baseOf(request)))
        reply.headers(headers)
        return Buffer.from(personal)
      } finally {
        lease?.release()
      }
    },
  })

  pages.push(
    page('openapi', 'application/json', {
      path: '/openapi.json',
      operationId: 'getOpenApi',
      summary: 'The OpenAPI description',
      description: 'OpenAPI 3.1, with examples from the build in service.',
    }),
    page(
      'docs',
      'text/html',
      {
        path: '/docs',
        operationId: 'getDocs',
        summary: 'The API docs as a page',
        description:
          'For people: every operation, field and status, with a form to try each operation.',
        headers: ['Content-Security-Policy'],
      },
      { 'content-security-policy': docsPolicy() },
    ),
    page('llms', 'text/plain', {
      path: '/llms.txt',
      operationId: 'getLlmsText',
      summary: 'The API docs in plain text',
      description:
        'For language models: how to look up, page and draw, in the format of llmstxt.org.',
    }),
  )
  return pages
}
