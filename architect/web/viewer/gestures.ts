/** What a person does on the canvas, by pointer, wheel, touch or keyboard. */
export interface Gestures {
  /** Shares of the height of the picture; the first pointer alone. */
  onTurn(right: number, up: number): void
  onPan(right: number, up: number): void
  /** A factor below 1 comes nearer. */
  onZoom(factor: number): void
  /** A press without movement, in pixels of the canvas. */
  onPress(x: number, y: number, isDouble: boolean): void
  /** A key; true where it was used. */
  onKey(event: KeyboardEvent, isDown: boolean): boolean
}

/** A press that moves farther is a drag, in pixels. */
const PRESS_PIXELS = 6
const PRESS_MS = 500
const DOUBLE_MS = 350

export function listenTo(canvas: HTMLElement, gestures: Gestures): void {
  const pointers = new Map<string, { x: number; y: number }>()
  let start = { x: 0, y: 0, at: 0, isPan: false }
  let moved = 0
  let lastPress = 0
  const keyOf = ({ pointerId }: PointerEvent) => `${pointerId}`

  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    pointers.set(keyOf(event), { x: event.clientX, y: event.clientY })
    if (pointers.size > 1) {
      moved = Number.POSITIVE_INFINITY
      return
    }
    moved = 0
    const isPan = event.button !== 0 || event.shiftKey
    start = { x: event.clientX, y: event.clientY, at: event.timeStamp, isPan }
  })
  canvas.addEventListener('pointermove', (event) => {
    const known = pointers.get(keyOf(event))
    if (!known) return
    const before = spread(pointers)
    const height = canvas.clientHeight
    const [right, up] = [(event.clientX - known.x) / height, (known.y - event.clientY) / height]
    moved += Math.hypot(event.clientX - known.x, event.clientY - known.y)
    pointers.set(keyOf(event), { x: event.clientX, y: event.clientY })
    if (pointers.size > 1) {
      const after = spread(pointers)
      if (before > 0 && after > 0) gestures.onZoom(before / after)
      // Each of two fingers moves the picture by its half.
      gestures.onPan(right / pointers.size, up / pointers.size)
    } else if (start.isPan) gestures.onPan(right, up)
    else if (moved > PRESS_PIXELS) gestures.onTurn(right, up)
  })
  const end = (event: PointerEvent) => {
    if (!pointers.delete(keyOf(event)) || event.type === 'pointercancel') return
    const isPress = moved <= PRESS_PIXELS && event.timeStamp - start.at < PRESS_MS
    if (!isPress || start.isPan) return
    const box = canvas.getBoundingClientRect()
    const isDouble = event.timeStamp - lastPress < DOUBLE_MS
    lastPress = event.timeStamp
    gestures.onPress(event.clientX - box.left, event.clientY - box.top, isDouble)
  }
  canvas.addEventListener('pointerup', end)
  canvas.addEventListener('pointercancel', end)
  canvas.addEventListener('contextmenu', (event) => event.preventDefault())
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      // Lines and pages of old mice in about as many pixels.
      const pixels = event.deltaY * [1, 16, 200][event.deltaMode]
      gestures.onZoom(Math.exp(Math.max(-300, Math.min(300, pixels)) * 0.0016))
    },
    { passive: false },
  )
  for (const type of ['keydown', 'keyup'] as const)
    canvas.addEventListener(type, (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (gestures.onKey(event, type === 'keydown')) event.preventDefault()
    })
}

/** Distance between two fingers; 0 for one. */
function spread(pointers: ReadonlyMap<string, { x: number; y: number }>): number {
  const [a, b] = [...pointers.values()]
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
}
