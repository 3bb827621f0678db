import { digest } from '../../http/reference/docs-assets.ts'
import type { BuildRun, RunJob } from '../../queue/build-run.ts'
import type { SeenWorker } from '../../queue/job-log.ts'
import { formatCount, formatSeconds } from '../../terminal/quantity.ts'
import { escapeHtml } from '../../values/escaped-html.ts'

/** Seconds after which the page of a run that is under way is loaded again. */
const REFRESH_S = 5

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
tr { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
td { font-variant-numeric: tabular-nums; }
progress { width: 10rem; }
pre { overflow: auto; max-height: 20rem; padding: 0.5rem; border: 1px solid; white-space: pre-wrap; }
.failed, .cancelled { font-weight: 600; }
`

/** The page has no script and loads nothing; its style is the one above, its form for itself. */
export const QUEUE_POLICY = [
  "default-src 'none'",
  `style-src '${digest(STYLE)}'`,
  // The icon of no picture: without one browsers request /favicon.ico.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** A page with one message: why there is nothing to see. */
export function messagePage(title: string, text: string): string {
  return page(title, `<h1>${escapeHtml(title)}</h1>\n<p>${text}</p>`, false)
}

/** The queued builds of the last two weeks, and the workers that are there. */
export function runsPage(runs: readonly BuildRun[], workers: readonly SeenWorker[]): string {
  const rows = runs.map((run) => {
    const { done, all } = countsOf(run)
    return `<tr><td><a href="/builds/${run.run}">${escapeHtml(run.build)}</a></td>
<td class="${classOf(run.state)}">${run.state}</td><td>${bar(done, all, `${run.build}`)}</td>
<td>${formatCount(done)} of ${formatCount(all)}</td><td>${time(run.created_at, run.ended_at)}</td></tr>`
  })
  const table =
    rows.length === 0
      ? '<p>No build was queued within two weeks. Queue one with <code>plat build --queue</code>.</p>'
      : `<table><thead><tr><th>Build</th><th>State</th><th>Progress</th><th>Jobs</th><th>Time</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
  const names = workers.map(
    ({ name, version }) => `<li>${escapeHtml(`${name}, version ${version}`)}</li>`,
  )
  const there =
    names.length === 0
      ? '<p>None. Start some with <code>plat worker</code>.</p>'
      : `<ul>${names.join('')}</ul>`
  const body = `<h1>Builds</h1>\n${table}\n<h2>Workers</h2>\n${there}`
  return page(
    'Builds',
    body,
    runs.some(({ state }) => state === 'under way'),
  )
}

/** One run with a bar a job, and the logs of the jobs that were given up. */
export function runPage(run: BuildRun): string {
  const { done, all } = countsOf(run)
  const rows = run.jobs.map(
    (
      job,
    ) => `<tr><td>${escapeHtml(job.name)}</td><td class="${classOf(job.state)}">${job.state}</td>
<td>${jobBar(job)}</td><td>${job.attempts || ''}</td>
<td>${escapeHtml(job.report?.worker ?? '')}</td><td>${escapeHtml(stepOf(job))}</td>
<td>${job.began_at ? time(job.began_at, job.ended_at) : ''}</td></tr>`,
  )
  const logs = run.jobs
    .filter(({ state }) => state === 'failed')
    .map(
      ({ name, problem, report }) =>
        `<h2>${escapeHtml(name)}</h2><p>${escapeHtml(problem ?? '')}</p>
<pre tabindex="0">${escapeHtml(report?.log ?? '')}</pre>`,
    )
  const cancel =
    run.state === 'under way'
      ? `<form method="post" action="/builds/${run.run}/cancel"><button>Cancel this build</button>
What is done stays stored: the same <code>plat build --queue</code> goes on from there.</form>\n`
      : ''
  const body = `<p><a href="/builds">All builds</a></p>
<h1>${escapeHtml(run.build)}</h1>
<p class="${classOf(run.state)}">${run.state}: ${formatCount(done)} of ${formatCount(all)} jobs, ${time(run.created_at, run.ended_at)}</p>
${bar(done, all, run.build)}
${cancel}${logs.join('\n')}
<table><thead><tr><th>Job</th><th>State</th><th>Progress</th><th>Attempts</th><th>Worker</th><th>Step</th><th>Time</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
  return page(run.build, body, run.state === 'under way')
}

function page(title: string, body: string, isMoving: boolean): string {
  const refresh = isMoving ? `<meta http-equiv="refresh" content="${REFRESH_S}">\n` : ''
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plat: ${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${refresh}<style>${STYLE}</style>
<main>
${body}
</main>
</html>
`
}

function countsOf({ jobs }: BuildRun): { done: number; all: number } {
  return { done: jobs.filter(({ state }) => state === 'completed').length, all: jobs.length }
}

/** A bar; one without a value moves on its own. */
function jobBar({ name, state, report }: RunJob): string {
  if (state === 'completed') return bar(1, 1, name)
  if (state !== 'active') return bar(0, 1, name)
  if (!report?.total) return `<progress aria-label="${escapeHtml(name)}"></progress>`
  return bar(report.done ?? 0, report.total, name)
}

function bar(value: number, max: number, label: string): string {
  return `<progress value="${value}" max="${max}" aria-label="${escapeHtml(label)}"></progress>`
}

function stepOf({ state, problem, report }: RunJob): string {
  if (state === 'active') return report?.step ?? ''
  return state === 'retry' || state === 'failed' ? (problem ?? '') : ''
}

function time(began: Date, ended: Date | null): string {
  return formatSeconds(((ended ?? new Date()).getTime() - began.getTime()) / 1000)
}

function classOf(state: string): string {
  return state.replaceAll(' ', '-')
}
