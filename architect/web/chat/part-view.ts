import { button, make } from '../../../web/element.ts'
import { formatProblem } from '../../../web/notice.ts'
import { download } from '../panels/download.ts'
import type { ChatPart, ChatTurn } from './chat-calls.ts'

type Load = (part: ChatPart) => Promise<Blob>

/** The pictures and files of a message; null where it has none. */
export function partsView({ images, files }: ChatTurn['input'], load: Load): HTMLElement | null {
  if (images.length + files.length === 0) return null
  return make(
    'ul',
    { class: 'chat-parts' },
    ...images.map((part) => make('li', {}, picture(part, load))),
    ...files.map((part) => make('li', {}, fileButton(part, load))),
  )
}

/** A picture, requested with the credential of the page once it is near the screen. */
function picture(part: ChatPart, load: Load): HTMLElement {
  const frame = button('', () => void save(part, frame, load), {
    class: 'chat-picture',
    'aria-label': 'Download the picture',
  })
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    void show()
  })
  observer.observe(frame)
  async function show(): Promise<void> {
    const blob = await load(part).catch(() => null)
    if (!blob?.type.startsWith('image/')) {
      frame.textContent = 'Picture'
      return
    }
    const image = make('img', { alt: '', src: URL.createObjectURL(blob) })
    image.addEventListener('load', () => URL.revokeObjectURL(image.src), { once: true })
    frame.replaceChildren(image)
  }
  return frame
}

function fileButton(part: ChatPart, load: Load): HTMLElement {
  const made = button(part.name, () => void save(part, made, load), {
    class: 'link',
    'aria-label': `Download ${part.name}`,
  })
  return made
}

async function save(part: ChatPart, place: HTMLElement, load: Load): Promise<void> {
  try {
    download(fileName(part), await load(part))
  } catch (error) {
    place.textContent = formatProblem(error)
  }
}

/** Pictures have no names of their own: `image.png`. */
function fileName({ name, mediaType }: ChatPart): string {
  return name.includes('.') ? name : `${name}.${mediaType.split('/')[1]}`
}
