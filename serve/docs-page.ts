import { codeOf, ERROR_STATUSES, STATUS_MEANINGS } from './error-codes.ts'
import { describeParameter } from './query.ts'
import type { ServiceRoute } from './route.ts'

/** A plain reference of the routes in one page: no script, no asset. */
export function docsPage(routes: ServiceRoute[], baseUrl: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Plat: location dossier service</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
code { background: #8882; padding: 0 .2em } table { border-collapse: collapse }
td, th { text-align: left; vertical-align: top; padding: .2rem 1rem .2rem 0 }
</style>
<h1>Location dossier service</h1>
<p>What is known at one spot, from a pinned build. All paths are below <code>${escapeHtml(baseUrl)}</code>.
The schemas of all bodies are in <a href="openapi.json">openapi.json</a>.</p>
${routes.map(operation).join('\n')}
<h2>Errors</h2>
<p>Every error has one shape:
<code>{"error": {"code", "message", "param"?, "hint"?, "request_id"}}</code></p>
<table><tr><th>status<th>code<th>meaning</tr>
${ERROR_STATUSES.map((s) => `<tr><td>${s}<td><code>${codeOf(s)}</code><td>${escapeHtml(STATUS_MEANINGS[s])}</tr>`).join('\n')}
</table>
</html>
`
}

function operation(route: ServiceRoute): string {
  const params = [
    ...Object.entries(route.params ?? {}),
    ...Object.keys(route.query.shape).map((name) => {
      const about = describeParameter(route.query, name)
      return [name, about.slice(name.length + 2)]
    }),
  ]
  const rows = params.map(
    ([name, about]) => `<tr><td><code>${escapeHtml(name)}</code><td>${escapeHtml(about)}</tr>`,
  )
  return `<h2 id="${route.operationId}"><code>GET ${escapeHtml(route.path)}</code></h2>
<p><b>${escapeHtml(route.summary)}.</b> ${escapeHtml(route.description)}</p>
<table>${rows.join('\n')}</table>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
