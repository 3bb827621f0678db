import { button, make } from '../../../web/element.ts'
import { formatProblem } from '../../../web/notice.ts'
import { formatTime } from '../panels/figures.ts'
import { projectPath } from '../state/project-path.ts'
import type { Project } from './answers.ts'
import type { ProjectCalls } from './project-calls.ts'

interface Options {
  calls: ProjectCalls
  onChange(): void
}

/** A project in the list: its picture, name and state. */
export function projectCard(project: Project, options: Options): HTMLLIElement {
  const { id, name, deletedAt } = project
  const picture = make('div', { class: 'picture' })
  void showPicture(picture, project, options.calls)
  const heading = deletedAt ? name : make('a', { href: projectPath(id) }, name)
  const text = make(
    'div',
    { class: 'card-text' },
    make('h2', {}, heading),
    make('p', { class: 'quiet-text' }, describe(project)),
    deletedAt ? trashActions(project, options) : null,
  )
  return make('li', { class: 'card', 'data-id': id }, picture, text)
}

function describe(project: Project): string {
  const { owner, nodeCount, visibility, publishedVersion, updatedAt } = project
  return [
    owner.name,
    nodeCount === null ? '' : `${nodeCount} nodes`,
    visibility,
    publishedVersion === null ? 'not published' : `version ${publishedVersion} published`,
    formatTime(updatedAt),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Loads the picture once the card comes near the screen; an empty project has none. */
async function showPicture(
  place: HTMLElement,
  { id, nodeCount, bakeState }: Project,
  calls: ProjectCalls,
): Promise<void> {
  place.dataset.state = bakeState
  if (nodeCount === 0) return
  await new Promise<void>((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      resolve()
    })
    observer.observe(place)
  })
  // A request of the page has its credential; an address in an image has not.
  const blob = await calls.file(id, '/picture').catch(() => null)
  if (!blob?.type.startsWith('image/')) return
  const image = make('img', { alt: '', src: URL.createObjectURL(blob) })
  image.addEventListener('load', () => URL.revokeObjectURL(image.src))
  place.replaceChildren(image)
}

function trashActions({ id, name }: Project, { calls, onChange }: Options): HTMLElement {
  const status = make('span', { role: 'status', class: 'problem' })
  const restore = button(
    'Restore',
    async () => {
      try {
        await calls.undelete(id)
        onChange()
      } catch (error) {
        status.textContent = formatProblem(error)
      }
    },
    { 'aria-label': `Restore ${name}` },
  )
  return make('div', { class: 'actions' }, restore, status)
}
