const NAME = 'plat-theme'

/** Dark or light: as the system has it, until somebody switches here. */
export interface Theme {
  readonly isDark: boolean
  onChange(listener: (isDark: boolean) => void): void
}

/** Makes the button switch the theme, and keeps what was chosen. */
export function openTheme(switcher: HTMLButtonElement, store: Storage | null): Theme {
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  const listeners: ((isDark: boolean) => void)[] = []
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches)
  const told = () => {
    switcher.setAttribute(
      'aria-label',
      isDark() ? 'Switch to the light theme' : 'Switch to the dark theme',
    )
    for (const each of listeners) each(isDark())
  }
  const kept = store?.getItem(NAME)
  if (kept === 'dark' || kept === 'light') root.dataset.theme = kept
  switcher.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    store?.setItem(NAME, root.dataset.theme)
    told()
  })
  system.addEventListener('change', told)
  told()
  return {
    get isDark() {
      return isDark()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
