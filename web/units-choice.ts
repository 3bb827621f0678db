import type { UnitSystem } from '../report/units.ts'

const NAME = 'plat-units'

/** The system of units of the page: US until a person switches it here. */
export interface UnitsChoice {
  readonly system: UnitSystem
  onChange(listener: () => void): void
}

/** Makes the button switch the system, and stores the choice. */
export function openUnitsChoice(switcher: HTMLButtonElement, store: Storage | null): UnitsChoice {
  let system: UnitSystem = store?.getItem(NAME) === 'metric' ? 'metric' : 'us'
  const listeners: (() => void)[] = []
  const show = () => {
    switcher.textContent = system === 'us' ? 'ft' : 'm'
    const other = system === 'us' ? 'metric' : 'US'
    switcher.setAttribute('aria-label', `Units: ${switcher.textContent}, switch to ${other}`)
  }
  switcher.addEventListener('click', () => {
    system = system === 'us' ? 'metric' : 'us'
    store?.setItem(NAME, system)
    show()
    for (const each of listeners) each()
  })
  show()
  return {
    get system() {
      return system
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
