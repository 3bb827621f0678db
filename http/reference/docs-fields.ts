import { escapeHtml } from '../../values/escaped-html.ts'
import { choicesOf, typeLabel } from './docs-schema.ts'
import { prose, sentence } from './html.ts'
import type { Parameter } from './parameter.ts'

/** A path with an allowed line break after each slash. */
export function breakablePath(path: string): string {
  return escapeHtml(path).replace(/\//g, '/<wbr>')
}

/** The parameters in the path and the query, and a collapsed list of those in headers. */
export function parameterFields(parameters: Parameter[]): string {
  const own = parameters.filter((parameter) => parameter.in !== 'header')
  return `${own.length > 0 ? parameterList(own) : '<p>None.</p>'}
${headerList(parameters)}`
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

/** The table of the responses of an operation. */
export function answerTable(answers: [status: string, meaning: string, headers: string[]][]) {
  const rows = answers.map(
    ([status, meaning, headers]) =>
      `<tr><th scope="row">${status}</th><td>${prose(meaning)}<span class="headers">${headers.join(', ')}</span></td></tr>`,
  )
  return `<table class="answers"><thead><tr><th scope="col">Status</th><th scope="col">Meaning, and headers</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
