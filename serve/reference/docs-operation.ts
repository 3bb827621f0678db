import { codeOf, STATUS_MEANINGS } from '../http/error-codes.ts'
import type { ServiceRoute } from '../routes/route.ts'
import { choicesOf, schemaFields, typeLabel } from './docs-schema.ts'
import { escapeHtml, prose, sentence } from './html.ts'
import { answerHeaders, errorsOf, othersOf, type Parameter, parametersOf } from './openapi.ts'
import { errorHeaders, type Json } from './openapi-components.ts'
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
  const parameters = parametersOf(route)
  const own = parameters.filter((parameter) => parameter.in !== 'header')
  return `<section class="operation" id="${operationId}" data-path="${escapeHtml(path)}">
<h3><a href="#${operationId}"><span class="verb">GET</span> <code>${breakablePath(path)}</code></a></h3>
<p class="lead">${prose(sentence(summary))}</p>
<p>${prose(description)}</p>
<h4>Parameters</h4>
${own.length > 0 ? parameterList(own) : '<p>None.</p>'}
${headerList(parameters)}
${exampleList(route, examples, base)}
<h4>Responses</h4>
${answerTable(route)}
${bodyOf(route, schemas)}
</section>`
}

/** A path with an allowed line break after each slash. */
function breakablePath(path: string): string {
  return escapeHtml(path).replace(/\//g, '/<wbr>')
}

function parameterList(parameters: Parameter[]): string {
  return `<dl class="fields">${parameters.map(parameterRow).join('')}</dl>`
}

function parameterRow({ name, in: place, required, description, schema }: Parameter): string {
  const marks = `${required ? '<span class="mark must">required</span>' : ''}${place === 'path' ? ' <span class="mark">in the path</span>' : ''}`
  const [example] = (schema.examples ?? []) as unknown[]
  const isDescribed = description.includes(`${example}`)
  const shown =
    example === undefined || isDescribed
      ? ''
      : `<p>Example: <code>${escapeHtml(`${example}`)}</code></p>`
  return `<div data-name="${name}" data-in="${place}"><dt><code>${name}</code> ${typeLabel(schema)} ${marks}</dt><dd><p>${prose(sentence(description))}</p>${choicesOf(schema)}${shown}</dd></div>`
}

/** The collapsed list of request headers, which few people need. */
function headerList(parameters: Parameter[]): string {
  const rows = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(
      ({ name, description }) => `<li><code>${name}</code>: ${prose(sentence(description))}</li>`,
    )
  return `<details><summary>Request headers</summary><ul>${rows.join('')}</ul></details>`
}

function exampleList(route: ServiceRoute, examples: ReferenceExample[], base: string): string {
  if (!route.examples) return ''
  if (examples.length === 0)
    return '<h4>Example</h4><p>The build in service has no example for this operation.</p>'
  const shown = examples.map((example) => {
    const command = curlOf(example, base, 'bytes' in route.answer ? 'answer.bin' : undefined)
    const href = example.url.replace(/^\//, '')
    return `<p class="example-title">${escapeHtml(example.title)} <a href="${escapeHtml(href)}">open</a></p>
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

function answerTable(route: ServiceRoute): string {
  const { answer } = route
  const good: [status: string, meaning: string, headers: string[]][] = [
    ['200', answer.description, answerHeaders(route)],
    ...othersOf(route).map(([status, meaning]): [string, string, string[]] => [
      status,
      meaning,
      status === '206' ? [...answerHeaders(route), 'Content-Range'] : answerHeaders(route),
    ]),
  ]
  const bad = errorsOf(route).map((status): [string, string, string[]] => [
    `${status}`,
    `\`${codeOf(status)}\`: ${STATUS_MEANINGS[status]}`,
    errorHeaders(status),
  ])
  const rows = [...good, ...bad].map(
    ([status, meaning, headers]) =>
      `<tr><th scope="row">${status}</th><td>${prose(meaning)}<span class="headers">${headers.join(', ')}</span></td></tr>`,
  )
  return `<table class="answers"><thead><tr><th scope="col">Status</th><th scope="col">Meaning, and headers</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function bodyOf({ answer }: ServiceRoute, schemas: Record<string, Json>): string {
  if (!('schema' in answer)) {
    const type = 'page' in answer ? answer.page : answer.bytes
    return `<h4>Body</h4><p><code>${type}</code></p>`
  }
  const { schema: name, mediaType = 'application/json' } = answer
  return `<h4 id="${name}">Body: ${name}</h4><p><code>${mediaType}</code></p>${schemaFields(schemas[name])}`
}
