import { button, make } from '../../../web/element.ts'
import type { FoundIssue, Verified } from '../projects/answers.ts'
import type { IndexedNode } from '../viewer/scene-index.ts'
import { formatName } from './figures.ts'
import { loadInto, putInto } from './loading.ts'
import { withNames } from './message-names.ts'
import type { PanelContext, ProjectPanel } from './panel-context.ts'

const SEVERITY_NAMES = { error: 'Error', warning: 'Warning', info: 'Note' } as const
type Severity = keyof typeof SEVERITY_NAMES
const TONES: Record<Severity, string> = { error: 'bad', warning: 'odd', info: 'plain' }

/** The issues that the checks of the service find; each points at its place. */
export function issuesPanel(context: PanelContext): ProjectPanel {
  const place = make('div', {})
  let isLoaded = false
  let verified: Verified | null = null
  /** The nodes that the list is named by: the model may come after the issues. */
  let namedBy: ReadonlyMap<string, IndexedNode> | null = null
  const fill = (found: Verified) => {
    namedBy = context.nodes()
    return issueList(found, context)
  }
  return {
    element: place,
    show() {
      if (verified && namedBy !== context.nodes()) putInto(place, fill(verified))
      if (isLoaded) return
      isLoaded = true
      loadInto(place, async () => {
        verified = await context.calls.verify(context.project().id, context.version())
        return fill(verified)
      })
    },
    reset() {
      isLoaded = false
      verified = null
      putInto(place, [])
    },
  }
}

function issueList(verified: Verified, context: PanelContext): Node[] {
  const { counts, issues, total = issues.length } = verified
  const summary = (Object.keys(SEVERITY_NAMES) as Severity[])
    .map((severity) => `${counts[severity]} ${plural(SEVERITY_NAMES[severity], counts[severity])}`)
    .join(', ')
  const chosen = make(
    'select',
    { id: 'issue-severity' },
    make('option', { value: '' }, 'All'),
    ...Object.entries(SEVERITY_NAMES).map(([value, name]) =>
      make('option', { value }, plural(name, 2)),
    ),
  )
  const list = make('ul', { class: 'issues' })
  const fill = () => {
    const shown = issues.filter(({ severity }) => !chosen.value || severity === chosen.value)
    list.replaceChildren(...shown.map((issue) => issueEntry(issue, context)))
  }
  chosen.addEventListener('change', fill)
  fill()
  const nothing = issues.length === 0
  return [
    make('p', {}, nothing ? 'The checks found nothing to change.' : summary),
    nothing
      ? make('p', { class: 'quiet-text' }, 'Rooms, doors, light, ways, stairs and roofs are fine.')
      : make('div', { class: 'field' }, make('label', { for: 'issue-severity' }, 'Show'), chosen),
    list,
    make(
      'p',
      { class: 'quiet-text' },
      total > issues.length ? `The first ${issues.length} of ${total} issues are listed.` : '',
    ),
  ]
}

const plural = (name: string, count: number): string =>
  `${name.toLowerCase()}${count === 1 ? '' : 's'}`

function issueEntry(issue: FoundIssue, context: PanelContext): HTMLLIElement {
  const { severity, message, nodeIds, at, code } = issue
  const entry = button(
    '',
    () => {
      // Nodes that the file lacks, such as of another version, cannot be selected.
      const id = nodeIds.find((each) => context.nodes().has(each))
      context.select(id ?? null)
      if (at) context.focusOn({ at })
      else if (id) context.focusOn({ id })
    },
    { class: 'issue', 'data-severity': severity, title: code },
  )
  const mark = make(
    'span',
    { class: 'severity', 'data-tone': TONES[severity] },
    SEVERITY_NAMES[severity],
  )
  const labels = nodeIds.flatMap((id) => context.nodes().get(id)?.label ?? [])
  entry.append(
    mark,
    make('span', {}, withNames(message, context.nodes())),
    make(
      'span',
      { class: 'kind' },
      [...new Set(labels)].slice(0, 3).join(', ') || formatName(code),
    ),
  )
  return make('li', {}, entry)
}
