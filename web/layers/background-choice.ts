import type { Background } from '../../serve/schemas/backgrounds.ts'
import { make } from '../element.ts'

/** The choice of pictures beneath the layers; hidden where the service offers none. */
export interface BackgroundChoice {
  element: HTMLElement
  /** `chosen` is the id of one of them; null, or an unknown id, for none. */
  show(backgrounds: readonly Background[], chosen: string | null): void
}

export function openBackgroundChoice(onChoose: (id: string | null) => void): BackgroundChoice {
  const element = make('fieldset', { class: 'backgrounds', hidden: true })
  let listed: readonly Background[] = []
  let radios: HTMLInputElement[] = []
  const option = (id: string, title: string) => {
    const radio = make('input', { type: 'radio', name: 'background', value: id })
    radio.addEventListener('change', () => onChoose(id === '' ? null : id))
    radios.push(radio)
    return make('label', { class: 'layer-title' }, radio, make('span', {}, title))
  }
  return {
    element,
    show(backgrounds, chosen) {
      if (backgrounds !== listed) {
        listed = backgrounds
        radios = []
        element.replaceChildren(
          make('legend', {}, 'Background'),
          make(
            'div',
            { class: 'background-options' },
            option('', 'None'),
            ...backgrounds.map(({ id, title }) => option(id, title)),
          ),
          make(
            'p',
            { class: 'quiet-text' },
            'Pictures of other services, which see where you look.',
          ),
        )
      }
      element.hidden = backgrounds.length === 0
      const known = backgrounds.some(({ id }) => id === chosen) ? chosen : ''
      for (const radio of radios) radio.checked = radio.value === known
    },
  }
}
