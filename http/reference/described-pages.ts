import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../values/escaped-html.ts'
import { describedParts } from './described-openapi.ts'
import type { DescribedRoutes } from './described-routes.ts'
import { describedContents, describedSection } from './described-section.ts'
import { describedGuide, describedList } from './described-text.ts'
import { docsPolicy } from './docs-assets.ts'
import { docsFrame } from './docs-frame.ts'
import type { Json } from './json.ts'

const PREFIX = '/api'

/**
 * Serves the reference of described routes where no other part of the service does: the pages
 * below `/api`, and redirects to them from the root, where `doc_url` leads. `originOf` is the
 * public address of the service.
 */
export function mountDescribedPages(
  app: FastifyInstance,
  described: DescribedRoutes,
  originOf: (request: FastifyRequest) => string,
): void {
  const pages: Record<string, { type: string; write(base: string): string }> = {
    '/openapi.json': {
      type: 'application/json',
      write: (base) => JSON.stringify(openApiOf(described, base)),
    },
    '/docs': { type: 'text/html', write: (base) => docsOf(described, base) },
    '/llms.txt': { type: 'text/plain', write: (base) => textOf(described, base) },
  }
  for (const [path, { type, write }] of Object.entries(pages)) {
    app.get(path, async (_request, reply) => reply.redirect(PREFIX + path, 302))
    app.get(PREFIX + path, async (request, reply) => {
      if (type === 'text/html') reply.header('content-security-policy', docsPolicy())
      return reply
        .header('cache-control', 'no-cache')
        .type(`${type}; charset=utf-8`)
        .send(write(originOf(request) + PREFIX))
    })
  }
}

function openApiOf(described: DescribedRoutes, base: string): Json {
  const { tag, paths, components } = describedParts(described, base)
  return {
    openapi: '3.1.0',
    info: {
      title: `Plat ${described.tag.toLowerCase()}`,
      version: '1.0.0',
      description: describedGuide(described),
    },
    servers: [{ url: base }],
    externalDocs: { url: `${base}/docs`, description: 'The same documentation as a page' },
    tags: [tag],
    paths,
    components,
  }
}

function docsOf(described: DescribedRoutes, base: string): string {
  const contents = `${describedContents(described)}`
  return docsFrame(
    contents,
    `<h1>Plat API docs</h1>
<p>Base address: <code>${escapeHtml(base)}</code>.
The same documentation for programs: <a href="openapi.json">openapi.json</a> and <a href="llms.txt">llms.txt</a>.</p>
${describedSection(described, base)}`,
  )
}

function textOf(described: DescribedRoutes, base: string): string {
  const paragraphs = [
    `# Plat ${described.tag.toLowerCase()}`,
    `> ${described.about}`,
    `The base address is ${base}.`,
    describedGuide(described),
    '## Reference',
    `- [OpenAPI 3.1](${base}/openapi.json): every parameter, body, status and header\n- [API docs](${base}/docs): the same for people`,
    `## ${described.tag}`,
    describedList(described, base),
  ]
  return `${paragraphs.join('\n\n')}\n`
}
