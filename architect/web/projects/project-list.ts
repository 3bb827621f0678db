import { ApiProblem } from '../../../web/api-problem.ts'
import { button, make } from '../../../web/element.ts'
import { formatProblem } from '../../../web/notice.ts'
import { projectPath } from '../state/project-path.ts'
import type { Project } from './answers.ts'
import type { ProjectCalls } from './project-calls.ts'
import { projectCard } from './project-card.ts'

/** Pause after typing before the list is searched. */
const TYPING_MS = 250

interface Options {
  calls: ProjectCalls
  /** Shows a problem with the credential. */
  onProblem(error: unknown): void
}

export interface ProjectList {
  reload(): void
}

/** The list of projects with pictures, a search, the trash, and a form for a new one. */
export function openProjectList(place: HTMLElement, { calls, onProblem }: Options): ProjectList {
  const search = make('input', {
    type: 'search',
    id: 'project-search',
    placeholder: 'Search by name',
    autocomplete: 'off',
  })
  const trash = make('input', { type: 'checkbox', id: 'project-trash' })
  const cards = make('ul', { class: 'cards', 'aria-label': 'Projects' })
  const status = make('p', { role: 'status', class: 'quiet-text' })
  const more = button('More projects', () => void load(true))
  let cursor: string | undefined
  let number = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(isMore: boolean): Promise<void> {
    const own = ++number
    if (!isMore) cursor = undefined
    status.textContent = 'Loading projects…'
    more.hidden = true
    try {
      const request = { query: search.value.trim(), isTrash: trash.checked, cursor }
      const { scenes, nextCursor } = await calls.list(request)
      // A later request has been sent since.
      if (own !== number) return
      const made = scenes.map((project) => projectCard(project, { calls, onChange: reload }))
      if (isMore) cards.append(...made)
      else cards.replaceChildren(...made)
      cursor = nextCursor
      more.hidden = nextCursor === undefined
      status.textContent = emptyText(cards.childElementCount, request)
    } catch (error) {
      if (own !== number) return
      status.textContent = formatProblem(error)
      onProblem(error)
    }
  }
  const reload = () => void load(false)
  search.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(reload, TYPING_MS)
  })
  trash.addEventListener('change', reload)
  place.replaceChildren(
    make(
      'div',
      { class: 'list-page' },
      make(
        'div',
        { class: 'list-head' },
        make('div', { class: 'field' }, make('label', { for: 'project-search' }, 'Search'), search),
        make('label', { class: 'check' }, trash, 'Trash'),
        newProjectForm(calls),
      ),
      status,
      cards,
      more,
      make(
        'p',
        { class: 'quiet-text' },
        make(
          'a',
          { href: '/projects/third-party-notices.txt', target: '_blank', rel: 'noopener' },
          'Software licences',
        ),
      ),
    ),
  )
  reload()
  return { reload }
}

function emptyText(count: number, { query, isTrash }: { query: string; isTrash: boolean }): string {
  if (count > 0) return ''
  if (query) return `No project has “${query}” in its name.`
  return isTrash ? 'The trash is empty.' : 'There are no projects yet. Create the first one.'
}

/** Creates a project and opens it. */
function newProjectForm(calls: ProjectCalls): HTMLFormElement {
  const name = make('input', {
    id: 'new-project',
    maxlength: 120,
    required: true,
    autocomplete: 'off',
    'aria-describedby': 'new-project-status',
  })
  const status = make('span', { id: 'new-project-status', role: 'status', class: 'problem' })
  const form = make(
    'form',
    { class: 'new-project' },
    make('div', { class: 'field' }, make('label', { for: 'new-project' }, 'New project'), name),
    make('button', { type: 'submit', class: 'primary' }, 'Create'),
    status,
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    status.textContent = ''
    try {
      const project: Project = await calls.create(name.value.trim())
      location.assign(projectPath(project.id))
    } catch (error) {
      const isParam = error instanceof ApiProblem && error.param === 'name'
      if (isParam) name.setAttribute('aria-invalid', 'true')
      status.textContent = formatProblem(error)
    }
  })
  return form
}
