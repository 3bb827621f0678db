import { describeParameter } from './query.ts'
import type { ServiceRoute } from './route.ts'

/** The service in plain text for language models, in the form of llmstxt.org. */
export function llmsText(routes: ServiceRoute[], baseUrl: string): string {
  const operations = routes.map((route) => {
    const params = Object.keys(route.query.shape).map(
      (name) => `  - ${describeParameter(route.query, name)}`,
    )
    return [
      `- GET ${baseUrl}${route.path}: ${route.summary}. ${route.description}`,
      ...params,
    ].join('\n')
  })
  return `# Plat location dossier service

> One lookup answers what is known at a spot, section by section, from a pinned build.

Every section has a one-sentence summary, a status and a source. Read the status before the data:
available (facts follow), empty (the source covers the spot and has nothing here), not_covered (no
source covers the spot), not_available (no answer now). A spot that is not mapped is not a safe spot.

## Paths

${operations.join('\n')}

## Reference

- [OpenAPI 3.1](${baseUrl}/openapi.json): every parameter, body, status and header
- [Reference page](${baseUrl}/docs)
`
}
