/**
 * Calls back for two fingers that spread on an element that scrolls, and for a touchpad, with the
 * factor since the last call and the middle of the fingers in the element, in pixels.
 */
export function onPinch(
  element: HTMLElement,
  onZoom: (factor: number, at: readonly [x: number, y: number]) => void,
): void {
  let spread = 0
  const inElement = (x: number, y: number): [number, number] => {
    const box = element.getBoundingClientRect()
    return [x - box.left, y - box.top]
  }
  const spreadOf = ([a, b]: TouchList) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
  element.addEventListener('touchstart', ({ touches }) => {
    spread = touches.length === 2 ? spreadOf(touches) : 0
  })
  element.addEventListener(
    'touchmove',
    (event) => {
      const { touches } = event
      if (touches.length !== 2 || spread === 0) return
      // The browser would enlarge the whole page.
      event.preventDefault()
      const next = spreadOf(touches)
      const [a, b] = touches
      onZoom(next / spread, inElement((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2))
      spread = next
    },
    { passive: false },
  )
  element.addEventListener(
    'wheel',
    (event) => {
      // Browsers report the spread of fingers on a touchpad as a wheel with this key.
      if (!event.ctrlKey) return
      event.preventDefault()
      onZoom(Math.exp(-event.deltaY * 0.01), inElement(event.clientX, event.clientY))
    },
    { passive: false },
  )
}
