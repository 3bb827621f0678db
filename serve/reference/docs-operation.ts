import { codeOf, STATUS_MEANINGS } from '../../http/error-codes.ts'
import { answerTable, breakablePath, parameterFields } from '../../http/reference/docs-fields.ts'
import { schemaFields } from '../../http/reference/docs-schema.ts'
import { prose, sentence } from '../../http/reference/html.ts'
import type { Json } from '../../http/reference/json.ts'
import { escapeHtml } from '../../values/escaped-html.ts'
import { methodOf, type ServiceRoute } from '../routes/route.ts'
import { answerHeaders, errorsOf, othersOf, parametersOf } from './openapi.ts'
import { errorHeaders, jsonSchema } from './openapi-components.ts'
import type { ReferenceExample } from './reference.ts'
import { curlOf, shownJson } from './shown-example.ts'

/** The section of one operation: summary, parameters, examples, responses and body. */
export function operationSection(
  route: ServiceRoute,
  examples: ReferenceExample[],
  base: string,
  schemas: Record<string, Json>,
): string {
  const { operationId, path, summary, description } = route
  // The page's script adds a form for the parameters and the body where it finds the path.
  const body = route.body
    ? ` data-body="${escapeHtml(JSON.stringify(examples[0]?.sent ?? {}))}"`
    : ''
  return `<section class="operation" id="${operationId}" data-path="${escapeHtml(path)}"${body}>
<h3><a href="#${operationId}"><span class="verb">${methodOf(route)}</span> <code>${breakablePath(path)}</code></a></h3>
<p class="lead">${prose(sentence(summary))}</p>
<p>${prose(description)}</p>
<h4>Parameters</h4>
${parameterFields(parametersOf(route))}
${requestBodyOf(route)}
${exampleList(route, examples, base)}
<h4>Responses</h4>
${answerTable(answersOf(route))}
${bodyOf(route, schemas)}
</section>`
}

function requestBodyOf({ body }: ServiceRoute): string {
  if (!body) return ''
  const size = body.bytesMax.toLocaleString('en-US')
  return `<h4>Request body</h4><p><code>application/json</code>, at most ${size} bytes.</p>${schemaFields(jsonSchema(body.schema))}`
}

function exampleList(route: ServiceRoute, examples: ReferenceExample[], base: string): string {
  if (!route.examples) return ''
  if (examples.length === 0)
    return '<h4>Example</h4><p>The build in service has no example for this operation.</p>'
  const shown = examples.map((example) => {
    const command = curlOf(example, base, 'bytes' in route.answer ? 'answer.bin' : undefined)
    const href = example.url.replace(/^\//, '')
    const sent = JSON.stringify(example.headers)
    const headers = sent === '{}' ? '' : ` data-headers="${escapeHtml(sent)}"`
    const link = route.body ? '' : ` <a href="${escapeHtml(href)}"${headers}>open</a>`
    return `<p class="example-title">${escapeHtml(example.title)}${link}</p>
<pre class="command" tabindex="0"><code>${escapeHtml(command)}</code></pre>${answerOf(example)}`
  })
  return `<h4>Example</h4>${shown.join('')}`
}

function answerOf({ status, body }: ReferenceExample): string {
  if (body === undefined) return ''
  const text = shownJson(body)
  const isCut = text.includes('...')
  return `<details class="answer"><summary>Response: ${status}${isCut ? ', shortened' : ''}</summary><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></details>`
}

function answersOf(route: ServiceRoute): [status: string, meaning: string, headers: string[]][] {
  const { answer } = route
  return [
    ['200', answer.description, answerHeaders(route)],
    ...othersOf(route).map(([status, meaning]): [string, string, string[]] => [
      status,
      meaning,
      status === '206' ? [...answerHeaders(route), 'Content-Range'] : answerHeaders(route),
    ]),
    ...errorsOf(route).map((status): [string, string, string[]] => [
      `${status}`,
      `\`${codeOf(status)}\`: ${STATUS_MEANINGS[status]}`,
      errorHeaders(status),
    ]),
  ]
}

function bodyOf({ answer }: ServiceRoute, schemas: Record<string, Json>): string {
  if (!('schema' in answer)) {
    const types = 'page' in answer ? [answer.page] : [answer.bytes, answer.also ?? []].flat()
    const shown = types.map((type) => `<code>${type}</code>`).join(' or ')
    return `<h4>Body</h4><p>${shown}</p>`
  }
  const { schema: name, mediaType = 'application/json' } = answer
  return `<h4 id="${name}">Body: ${name}</h4><p><code>${mediaType}</code></p>${schemaFields(schemas[name])}`
}
