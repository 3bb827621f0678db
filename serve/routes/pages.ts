import { docsPage } from '../docs-page.ts'
import { llmsText } from '../llms-text.ts'
import { openApiDocument } from '../openapi.ts'
import { NoQuery } from '../query.ts'
import type { ServiceRoute } from '../route.ts'

/** The pages that describe the service, themselves included; made once. */
export function pageRoutes(operations: ServiceRoute[], baseUrl: string): ServiceRoute[] {
  const pages: ServiceRoute[] = []
  const page = (path: string, operationId: string, summary: string, type: string) => ({
    path,
    operationId,
    summary,
    description: 'Needs no key.',
    query: NoQuery,
    answer: { description: `${summary}.`, page: type },
    failures: [],
    cacheControl: 'no-cache' as const,
  })
  const served = (text: string, type: string): ServiceRoute['handle'] => {
    const body = Buffer.from(text)
    return (_request, reply) => reply.type(`${type}; charset=utf-8`).send(body)
  }
  const all = () => [...operations, ...pages]
  pages.push(
    { ...page('/openapi.json', 'getOpenApi', 'This description', 'application/json'), handle },
    { ...page('/docs', 'getDocs', 'The reference as a page', 'text/html'), handle },
    { ...page('/llms.txt', 'getLlmsText', 'The service in plain text', 'text/plain'), handle },
  )
  pages[0].handle = served(JSON.stringify(openApiDocument(all(), baseUrl)), 'application/json')
  pages[1].handle = served(docsPage(operations, baseUrl), 'text/html')
  pages[2].handle = served(llmsText(operations, baseUrl), 'text/plain')
  return pages
}

/** Stands in until the page is made: the description lists the page that holds it. */
function handle(): never {
  throw new Error('a page was asked before it was made')
}
