import { codeOf, STATUS_MEANINGS } from '../../http/error-codes.ts'
import { describedContents, describedSection } from '../../http/reference/described-section.ts'
import { docsFrame } from '../../http/reference/docs-frame.ts'
import { schemaFields } from '../../http/reference/docs-schema.ts'
import { prose } from '../../http/reference/html.ts'
import type { Json } from '../../http/reference/json.ts'
import { REQUEST_TIMEOUT_MS } from '../../http/request-limits.ts'
import { escapeHtml } from '../../values/escaped-html.ts'
import { type ServiceRoute, TAGS } from '../routes/route.ts'
import { SECTION_VARIANTS } from '../schemas/components.ts'
import { operationSection } from './docs-operation.ts'
import { unionFields, VARIANT_NAMES } from './docs-union.ts'
import { errorsOf } from './openapi.ts'
import { componentSchemas } from './openapi-components.ts'
import { CAVEATS, KEY_GUIDE, PRECISION_MEANINGS, SECTION_STATUS_MEANINGS } from './reading-guide.ts'
import type { Reference } from './reference.ts'
import { curlOf, shownJson } from './shown-example.ts'

/** The API docs as one page. It loads nothing else, and only `Try it` needs the script. */
export function docsPage(
  { routes, examples, failures, described }: Reference,
  base: string,
): string {
  const schemas = componentSchemas() as Record<string, Json>
  // The documentation pages themselves are listed in openapi.json only.
  const shown = routes.filter(({ answer }) => !('page' in answer))
  const bodies = shown.flatMap(({ answer }) =>
    'schema' in answer ? [answer.schema as string] : [],
  )
  const parts = Object.keys(schemas).filter(
    (name) => !bodies.includes(name) && !VARIANT_NAMES.has(name) && name !== 'ErrorObject',
  )
  const [first] = examples.get(shown[0].operationId) ?? []
  const groups = Object.entries(TAGS).map(([tag, about]) => ({
    tag,
    about,
    members: shown.filter((route) => route.tag === tag),
  }))
  const contents = `<ul><li><a href="#keys">Keys</a></li><li><a href="#answers">Reading a response</a></li></ul>
${groups.map(({ tag, members }) => navGroup(tag, members)).join('')}
${described.map(describedContents).join('')}
<p>Schemas</p><ul><li><a href="#errors">Errors</a></li>${parts
    .map((name) => `<li><a href="#${name}">${name}</a></li>`)
    .join('')}</ul>`
  return docsFrame(
    contents,
    `<h1>Location dossier service</h1>
<p class="lead">Property and land facts for any point, section by section, from one pinned build of public geodata.</p>
<p>Base address: <code>${escapeHtml(base)}</code>. The paths under <code>/v1</code> support GET and HEAD, or POST where they read a body, and OPTIONS for pages of other origins. Bodies are JSON unless stated otherwise.
The same documentation for programs: <a href="openapi.json">openapi.json</a> and <a href="llms.txt">llms.txt</a>.</p>
${first ? `<pre class="command" tabindex="0"><code>${escapeHtml(curlOf(first, base))}</code></pre>` : '<p class="note">No build is in service: examples appear as soon as one is pinned.</p>'}
<section id="keys"><h2>Keys</h2>
${KEY_GUIDE.map((each) => `<p>${prose(each)}</p>`).join('')}
<pre class="command" tabindex="0"><code>export PLAT_KEY=sk_map_...</code></pre>
</section>
<section id="answers"><h2>Reading a response</h2>
<p>Read the <code>status</code> of a section before its <code>data</code>.</p>
${definitionList(SECTION_STATUS_MEANINGS)}
<p>Common wrong conclusions:</p>
<ul>${CAVEATS.map((each) => `<li>${prose(each)}</li>`).join('')}</ul>
<p>An address has a <code>precision</code>:</p>
${definitionList(PRECISION_MEANINGS)}
<p>New fields, sections, layers and enum values may be added without a new version: ignore unknown ones.</p>
</section>
${groups
  .map(
    ({ tag, about, members }) =>
      `<h2 id="about-${tag.toLowerCase()}">${tag}</h2><p>${escapeHtml(about)}</p>${members.map((route) => operationSection(route, examples.get(route.operationId) ?? [], base, schemas)).join('')}`,
  )
  .join('')}
${errorSection(routes, failures.get(400), schemas)}
${described.map((each) => describedSection(each, base)).join('')}
<h2 id="shapes">Schemas</h2><p>The parts of response bodies.</p>
${parts
  .map(
    (name) =>
      `<section class="shape"><h3 id="${name}"><a href="#${name}">${name}</a></h3>${name in SECTION_VARIANTS ? unionFields(name, schemas) : schemaFields(schemas[name])}</section>`,
  )
  .join('')}`,
  )
}

function navGroup(tag: string, members: ServiceRoute[]): string {
  const links = members.map(
    ({ operationId, path, summary }) =>
      `<li><a href="#${operationId}" title="${escapeHtml(summary)}"><code>${escapeHtml(path.replace('/v1', ''))}</code></a></li>`,
  )
  return `<p><a href="#about-${tag.toLowerCase()}">${tag}</a></p><ul>${links.join('')}</ul>`
}

function definitionList(definitions: Record<string, string>): string {
  const rows = Object.entries(definitions).map(
    ([term, about]) => `<div><dt><code>${term}</code></dt><dd><p>${prose(about)}</p></dd></div>`,
  )
  return `<dl class="fields words">${rows.join('')}</dl>`
}

function errorSection(routes: ServiceRoute[], example: unknown, schemas: Record<string, Json>) {
  const statuses = [...new Set(routes.flatMap(errorsOf))].sort((a, b) => a - b)
  const rows = statuses.map(
    (status) =>
      `<tr><th scope="row">${status}</th><td><code>${codeOf(status)}</code>: ${prose(STATUS_MEANINGS[status])}</td></tr>`,
  )
  return `<section id="errors"><h2>Errors</h2>
<p>All errors have the same form. <code>request_id</code> equals the header <code>X-Request-Id</code>: include it in reports.</p>
<pre tabindex="0"><code>${escapeHtml(shownJson(example))}</code></pre>
<table class="answers"><thead><tr><th scope="col">Status</th><th scope="col">Code and meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<p>A request that is incomplete after ${REQUEST_TIMEOUT_MS / 1000} seconds is answered with 408, one that is not valid HTTP with 400.</p>
<h3 id="ErrorObject">ErrorObject</h3>${schemaFields(schemas.ErrorObject)}
</section>`
}
