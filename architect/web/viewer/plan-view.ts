import { button, make } from '../../../web/element.ts'
import { formatProblem } from '../../../web/notice.ts'
import type { ProjectCalls } from '../projects/project-calls.ts'
import { onPinch } from './pinch.ts'
import { limitedZoom, nextZoom, type Pair, scrollAfter, zoomedSize } from './plan-zoom.ts'

/** Sizes of the pictures that the service draws, in pixels: the usual one, and its largest. */
const USUAL: Pair = [1600, 1200]
const LARGE: Pair = [2048, 1536]

interface ShownPlan {
  version: string | null
  level: string | null
  /** Changes where the same version is to be drawn again. */
  load: number
}

/** The plan of a level, as the service draws it; it scrolls when it is larger than its place. */
export interface PlanView {
  /** Draws a plan; nothing where it is shown already. */
  show(plan: ShownPlan): void
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
  let zoom = 1
  let shown: ShownPlan | null = null
  let width = 0
  let loading = new AbortController()
  const frameSize = (): Pair => [frame.clientWidth, frame.clientHeight]
  const sizeAt = (factor: number) => zoomedSize(frameSize(), USUAL[0] / USUAL[1], factor)
  const setZoom = (next: number, at: Pair = [frame.clientWidth / 2, frame.clientHeight / 2]) => {
    const sizes: [Pair, Pair] = [sizeAt(zoom), sizeAt(limitedZoom(next))]
    const scroll = scrollAfter([frame.scrollLeft, frame.scrollTop], frameSize(), at, sizes)
    zoom = limitedZoom(next)
    put()
    frame.scrollTo(...scroll)
    if (shown && width === USUAL[0] && sizes[1][0] * devicePixelRatio > width)
      void draw(shown, LARGE)
  }
  const put = () => {
    const [across, down] = sizeAt(zoom)
    image.style.width = `${across}px`
    image.style.height = `${down}px`
  }
  const draw = async ({ version, level }: ShownPlan, size: Pair) => {
    loading.abort()
    loading = new AbortController()
    const { signal } = loading
    width = size[0]
    try {
      const drawing = { levelId: level, width: size[0], height: size[1] }
      const blob = await calls.plan(id, version, drawing, signal)
      if (signal.aborted) return
      URL.revokeObjectURL(image.src)
      image.src = URL.createObjectURL(blob)
      await image.decode()
      image.hidden = false
      status.hidden = true
      place.dataset.state = 'drawn'
    } catch (error) {
      if (signal.aborted) return
      status.textContent = formatProblem(error)
      // The next request of the same plan tries again.
      shown = null
    }
  }
  const buttons = make(
    'div',
    { class: 'plan-buttons' },
    button('+', () => setZoom(nextZoom(zoom, 1)), { 'aria-label': 'Larger' }),
    button('−', () => setZoom(nextZoom(zoom, -1)), { 'aria-label': 'Smaller' }),
  )
  place.append(frame, buttons, status)
  new ResizeObserver(put).observe(frame)
  onPinch(frame, (factor, at) => setZoom(zoom * factor, at))
  return {
    show(plan) {
      if (JSON.stringify(plan) === JSON.stringify(shown)) return
      shown = plan
      status.textContent = 'Drawing the plan…'
      status.hidden = false
      void draw(plan, USUAL)
    },
  }
}
