import { codeOf, STATUS_MEANINGS } from '../http/error-codes.ts'
import { REQUEST_TIMEOUT_MS } from '../http/request-limits.ts'
import { type ServiceRoute, TAGS } from '../routes/route.ts'
import { DOCS_SCRIPT, DOCS_STYLE } from './docs-assets.ts'
import { operationSection } from './docs-operation.ts'
import { schemaFields } from './docs-schema.ts'
import { escapeHtml, prose } from './html.ts'
import { errorsOf } from './openapi.ts'
import { componentSchemas, type Json } from './openapi-components.ts'
import { CAVEATS, KEY_GUIDE, PRECISION_MEANINGS, SECTION_STATUS_MEANINGS } from './reading-guide.ts'
import type { Reference } from './reference.ts'
import { curlOf, shownJson } from './shown-example.ts'

/** The reference as one page: nothing is loaded, and nothing but `Try it` needs the script. */
export function docsPage({ routes, examples, failures }: Reference, base: string): string {
  const schemas = componentSchemas() as Record<string, Json>
  // The pages describe themselves in openapi.json; here they are one line.
  const shown = routes.filter(({ answer }) => !('page' in answer))
  const bodies = shown.flatMap(({ answer }) =>
    'schema' in answer ? [answer.schema as string] : [],
  )
  const parts = Object.keys(schemas).filter((name) => !bodies.includes(name))
  const [first] = examples.get(shown[0].operationId) ?? []
  const groups = Object.entries(TAGS).map(([tag, about]) => ({
    tag,
    about,
    members: shown.filter((route) => route.tag === tag),
  }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Plat: location dossier service</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<a class="skip" href="#top">To the reference</a>
<nav aria-label="Contents">
<p class="brand"><a href="#top">Plat</a></p>
<ul><li><a href="#keys">Keys</a></li><li><a href="#answers">How to read an answer</a></li></ul>
${groups.map(({ tag, members }) => navGroup(tag, members)).join('')}
<p>Shapes</p><ul><li><a href="#errors">Errors</a></li>${parts
    .filter((name) => name !== 'ErrorObject')
    .map((name) => `<li><a href="#${name}">${name}</a></li>`)
    .join('')}</ul>
</nav>
<main id="top">
<h1>Location dossier service</h1>
<p class="lead">What is known at one spot, section by section, from one pinned build.</p>
<p>Base address: <code>${escapeHtml(base)}</code>. All paths answer GET, HEAD with the headers alone, and OPTIONS for pages of other origins. Bodies are JSON unless it says otherwise.
The same for programs: <a href="openapi.json">openapi.json</a> and <a href="llms.txt">llms.txt</a>.</p>
${first ? `<pre class="command" tabindex="0"><code>${escapeHtml(curlOf(first, base))}</code></pre>` : '<p class="note">No build is in service just now: examples appear as soon as one is pinned.</p>'}
<section id="keys"><h2>Keys</h2>
${KEY_GUIDE.map((each) => `<p>${prose(each)}</p>`).join('')}
<pre class="command" tabindex="0"><code>export PLAT_KEY=sk_map_...</code></pre>
</section>
<section id="answers"><h2>How to read an answer</h2>
<p>Read the <code>status</code> of a section before its <code>data</code>.</p>
${wordList(SECTION_STATUS_MEANINGS)}
<p>What must not be read into it:</p>
<ul>${CAVEATS.map((each) => `<li>${prose(each)}</li>`).join('')}</ul>
<p>An address has a <code>precision</code>:</p>
${wordList(PRECISION_MEANINGS)}
<p>Fields, sections, layers and enum values may be added without a new version: ignore what you do not know.</p>
</section>
${groups
  .map(
    ({ tag, about, members }) =>
      `<h2 id="about-${tag.toLowerCase()}">${tag}</h2><p>${escapeHtml(about)}</p>${members.map((route) => operationSection(route, examples.get(route.operationId) ?? [], base, schemas)).join('')}`,
  )
  .join('')}
${errorChapter(routes, failures.get(400), schemas)}
<h2 id="shapes">Shapes</h2><p>What bodies are made of.</p>
${parts
  .filter((name) => name !== 'ErrorObject')
  .map(
    (name) =>
      `<section class="shape"><h3 id="${name}"><a href="#${name}">${name}</a></h3>${schemaFields(schemas[name])}</section>`,
  )
  .join('')}
</main>
<script>${DOCS_SCRIPT}</script>
</body>
</html>
`
}

function navGroup(tag: string, members: ServiceRoute[]): string {
  const links = members.map(
    ({ operationId, path, summary }) =>
      `<li><a href="#${operationId}" title="${escapeHtml(summary)}"><code>${escapeHtml(path.replace('/v1', ''))}</code></a></li>`,
  )
  return `<p><a href="#about-${tag.toLowerCase()}">${tag}</a></p><ul>${links.join('')}</ul>`
}

function wordList(words: Record<string, string>): string {
  const rows = Object.entries(words).map(
    ([word, about]) => `<div><dt><code>${word}</code></dt><dd><p>${prose(about)}</p></dd></div>`,
  )
  return `<dl class="fields words">${rows.join('')}</dl>`
}

function errorChapter(routes: ServiceRoute[], example: unknown, schemas: Record<string, Json>) {
  const statuses = [...new Set(routes.flatMap(errorsOf))].sort((a, b) => a - b)
  const rows = statuses.map(
    (status) =>
      `<tr><th scope="row">${status}</th><td><code>${codeOf(status)}</code>: ${prose(STATUS_MEANINGS[status])}</td></tr>`,
  )
  return `<section id="errors"><h2>Errors</h2>
<p>Every error has one shape. <code>request_id</code> is the header <code>X-Request-Id</code>: name it when you report one.</p>
<pre tabindex="0"><code>${escapeHtml(shownJson(example))}</code></pre>
<table class="answers"><thead><tr><th scope="col">Status</th><th scope="col">Code, and meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<p>A request that does not arrive within ${REQUEST_TIMEOUT_MS / 1000} seconds is answered with 408, one that is no HTTP with 400.</p>
<h3 id="ErrorObject">ErrorObject</h3>${schemaFields(schemas.ErrorObject)}
</section>`
}
