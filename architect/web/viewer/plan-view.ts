import { button, make } from '../../../web/element.ts'
import { formatProblem } from '../../../web/notice.ts'
import type { ProjectCalls } from '../projects/project-calls.ts'

/** Sizes of the picture that the service draws, in pixels. */
const WIDTH = 1600
const HEIGHT = 1200
const ZOOMS = [1, 1.5, 2, 3]

/** The plan of a level, as the service draws it; it scrolls when it is larger than its place. */
export interface PlanView {
  show(version: string | null, level: string | null): void
}

export function openPlanView(
  place: HTMLElement,
  { calls, id }: { calls: ProjectCalls; id: string },
): PlanView {
  const image = make('img', { alt: 'Plan of the level', hidden: true })
  const frame = make(
    'div',
    { class: 'plan-frame', tabindex: 0, role: 'group', 'aria-label': 'Plan' },
    image,
  )
  const status = make('p', { class: 'picture-message', role: 'status' })
  let zoom = 0
  let loading = new AbortController()
  const setZoom = (next: number) => {
    zoom = Math.max(0, Math.min(ZOOMS.length - 1, next))
    frame.dataset.zoom = `${ZOOMS[zoom]}`
  }
  const buttons = make(
    'div',
    { class: 'plan-buttons' },
    button('+', () => setZoom(zoom + 1), { 'aria-label': 'Larger' }),
    button('−', () => setZoom(zoom - 1), { 'aria-label': 'Smaller' }),
  )
  place.append(frame, buttons, status)
  setZoom(0)
  return {
    async show(version, level) {
      loading.abort()
      loading = new AbortController()
      const { signal } = loading
      status.textContent = 'Drawing the plan…'
      status.hidden = false
      try {
        const size = { levelId: level, width: WIDTH, height: HEIGHT }
        const blob = await calls.plan(id, version, size, signal)
        if (signal.aborted) return
        URL.revokeObjectURL(image.src)
        image.src = URL.createObjectURL(blob)
        await image.decode()
        image.hidden = false
        status.hidden = true
        place.dataset.state = 'drawn'
      } catch (error) {
        if (!signal.aborted) status.textContent = formatProblem(error)
      }
    },
  }
}
