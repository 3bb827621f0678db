import { escapeHtml } from '../../values/escaped-html.ts'
import {
  codesByStatus,
  type DescribedAnswer,
  type DescribedBody,
  type DescribedOperation,
  type DescribedRoutes,
  formatBytesMax,
  needsNoKey,
  rootAddress,
  shownPath,
} from './described-routes.ts'
import { answerTable, breakablePath, parameterFields } from './docs-fields.ts'
import { schemaFields, typeLabel } from './docs-schema.ts'
import { prose, sentence } from './html.ts'

/** The links of described routes in the contents of the page. */
export function describedContents(described: DescribedRoutes): string {
  const { tag, operations } = described
  const links = operations.map((operation) => {
    const { operationId, method, summary } = operation
    return `<li><a href="#${operationId}" title="${escapeHtml(summary)}"><code>${method} ${escapeHtml(shownPath(operation))}</code></a></li>`
  })
  return `<p><a href="#about-${tag.toLowerCase()}">${tag}</a></p><ul>${links.join('')}<li><a href="#${codesId(described)}">Error codes</a></li></ul>`
}

/** The section of described routes: guide, operations, error codes and schemas. */
export function describedSection(described: DescribedRoutes, base: string): string {
  const { tag, about, guide, operations, schemas } = described
  return `<h2 id="about-${tag.toLowerCase()}">${tag}</h2><p>${prose(about)}</p>
${guide.map((each) => `<p>${prose(each)}</p>`).join('')}
${operations.map((operation) => operationSection(operation, described, base)).join('')}
${codeTable(described)}
${Object.entries(schemas)
  .map(
    ([name, schema]) =>
      `<section class="shape"><h3 id="${name}"><a href="#${name}">${name}</a></h3>${schemaFields(schema)}</section>`,
  )
  .join('')}`
}

function operationSection(
  operation: DescribedOperation,
  described: DescribedRoutes,
  base: string,
): string {
  const { operationId, method, summary, description, parameters, body, answers } = operation
  const usual = new Set(Object.keys(described.errors.headers[500] ?? {}))
  return `<section class="operation" id="${operationId}">
<h3><a href="#${operationId}"><span class="verb">${method}</span> <code>${breakablePath(shownPath(operation))}</code></a></h3>
<p class="lead">${prose(sentence(summary))}</p>
<p>${prose(description)}</p>
<p>${prose(addressOf(operation, base) + keyOf(operation))}</p>
<h4>Parameters</h4>
${parameterFields(parameters)}
${body ? bodySection(body) : ''}
<h4>Example</h4>
<pre class="command" tabindex="0"><code>${escapeHtml(describedCommand(operation, described, base))}</code></pre>
<h4>Responses</h4>
${answerTable([
  ...answers.map(({ status, description, headers }): [string, string, string[]] => [
    `${status}`,
    description,
    Object.keys(headers),
  ]),
  ...codesByStatus(operation, described).map(([status, codes]): [string, string, string[]] => [
    `${status}`,
    codes.map(({ code }) => `\`${code}\``).join(', '),
    // Headers that every error has are in openapi.json alone.
    Object.keys(described.errors.headers[status] ?? {}).filter((name) => !usual.has(name)),
  ]),
])}
${answers.map(answerBody).join('')}
</section>`
}

/** Where the path is, if that is not below the base address. */
function addressOf(operation: DescribedOperation, base: string): string {
  const { root, path } = operation
  return root ? `Its address is \`${rootAddress(operation, base)}${path}\`. ` : ''
}

function keyOf(operation: DescribedOperation): string {
  const { security } = operation
  if (security.length === 0) return 'Needs no key.'
  const [scope] = security.flatMap((each) => Object.values(each).flat())
  return needsNoKey(operation)
    ? `Public projects need no key, others the scope \`${scope}\`.`
    : `Needs the scope \`${scope}\`.`
}

function bodySection(body: DescribedBody): string {
  const { mediaType, schema, isRequired } = body
  const fields = schemaFields(schema) || `<p>${typeLabel(schema)}</p>`
  return `<h4>Request body</h4><p><code>${mediaType}</code>, ${formatBytesMax(body)}${isRequired ? '' : '; may be absent'}.</p>${fields}`
}

function answerBody({ status, content }: DescribedAnswer): string {
  return Object.entries(content)
    .map(([type, schema]) => {
      const shape = schema ? schemaFields(schema) || `<p>${typeLabel(schema)}</p>` : ''
      return `<h4>Body of ${status}</h4><p><code>${escapeHtml(type)}</code></p>${shape}`
    })
    .join('')
}

/** Values of path parameters in shown commands. */
function filledPath({ path, parameters }: DescribedOperation): string {
  return path.replace(/{(\w+)}/g, (whole, name: string) => {
    const found = parameters.find((each) => each.in === 'path' && each.name === name)
    const [example] = (found?.schema.examples ?? []) as unknown[]
    return example === undefined ? whole : `${example}`
  })
}

function describedCommand(
  operation: DescribedOperation,
  { keyHeader }: DescribedRoutes,
  base: string,
): string {
  const { method, body, security, answers, parameters } = operation
  const isBytes = Object.values(answers[0].content).includes(null)
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map(({ name, schema }) => `${name}=${((schema.examples ?? ['...']) as unknown[])[0]}`)
  const parts = [
    'curl',
    method === 'GET' ? '' : `-X ${method}`,
    isBytes ? '-o answer.bin' : '',
    security.length === 0 ? '' : `-H "${keyHeader}"`,
    body ? bodyOptions(body) : '',
    `'${rootAddress(operation, base)}${filledPath(operation)}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
  ]
  return parts.filter(Boolean).join(' ')
}

/** The options of curl that send the example of a body. */
function bodyOptions({ mediaType, example }: DescribedBody): string {
  if (example === undefined) return ''
  const quote = (text: string) => `'${text.replace(/'/g, "'\\''")}'`
  if (mediaType === 'application/json')
    return `-H 'Content-Type: application/json' -d ${quote(JSON.stringify(example))}`
  const fields = Object.entries(example as Record<string, string>)
  return fields.map(([name, value]) => `-F ${quote(`${name}=${value}`)}`).join(' ')
}

const codesId = ({ tag }: DescribedRoutes): string => `${tag.toLowerCase()}-errors`

/** The table that `doc_url` of an error leads to. */
function codeTable(described: DescribedRoutes): string {
  const { tag, errors } = described
  const rows = errors.codes.map(
    ({ code, status, meaning }) =>
      `<tr id="error-${code}"><th scope="row">${status}</th><td><code>${code}</code>: ${prose(meaning)}</td></tr>`,
  )
  return `<section id="${codesId(described)}"><h3>Error codes of ${tag.toLowerCase()}</h3>
<p>The body of an error is <a href="#${errors.schema}">${errors.schema}</a>; its <code>doc_url</code> leads to a row of this table.</p>
<table class="answers"><thead><tr><th scope="col">Status</th><th scope="col">Code and meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}
