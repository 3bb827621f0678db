const NAME = 'plat-theme'

/** Dark or light: the setting of the system, until a person switches it here. */
export interface Theme {
  readonly isDark: boolean
  onChange(listener: (isDark: boolean) => void): void
}

/** Makes the button switch the theme, and stores the choice. */
export function openTheme(switcher: HTMLButtonElement, store: Storage | null): Theme {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const listeners: ((isDark: boolean) => void)[] = []
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches)
  const notify = () => {
    switcher.setAttribute(
      'aria-label',
      isDark() ? 'Switch to the light theme' : 'Switch to the dark theme',
    )
    for (const each of listeners) each(isDark())
  }
  const stored = store?.getItem(NAME)
  if (stored === 'dark' || stored === 'light') root.dataset.theme = stored
  switcher.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    store?.setItem(NAME, root.dataset.theme)
    notify()
  })
  system.addEventListener('change', notify)
  notify()
  return {
    get isDark() {
      return isDark()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
