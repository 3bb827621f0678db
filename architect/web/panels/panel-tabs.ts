import { button, make } from '../../../web/element.ts'
import { PANELS, type Panel } from '../state/view-state.ts'
import { chatPanel } from './chat-panel.ts'
import { contentsPanel } from './contents-panel.ts'
import { detailsPanel } from './details-panel.ts'
import { issuesPanel } from './issues-panel.ts'
import type { PanelContext, ProjectPanel } from './panel-context.ts'
import { roomsPanel } from './rooms-panel.ts'
import { versionsPanel } from './versions-panel.ts'

const NAMES: Record<Panel, string> = {
  chat: 'Chat',
  contents: 'Contents',
  details: 'Details',
  rooms: 'Rooms',
  issues: 'Issues',
  versions: 'Versions',
}

export interface PanelTabs {
  element: HTMLElement
  /** Shows a panel without a change of the state. */
  choose(panel: Panel): void
  /** Chooses a panel as a person does. */
  open(panel: Panel): void
  /** Lets the chosen panel show what it has, once the project is known. */
  show(): void
  /** Forgets what was loaded: the project is known, in another version or another state. */
  reset(): void
  /** Shows what depends on the nodes of the model anew. */
  resetNodes(): void
  /** Opens or closes the sheet of a narrow screen. */
  setOpen(isOpen: boolean): void
}

/** The panels next to the picture, as tabs; on narrow screens a sheet over its lower part. */
export function openPanelTabs(context: PanelContext, onChoose: (panel: Panel) => void): PanelTabs {
  const panels: Record<Panel, ProjectPanel> = {
    chat: chatPanel(context),
    contents: contentsPanel(context),
    details: detailsPanel(context),
    rooms: roomsPanel(context),
    issues: issuesPanel(context),
    versions: versionsPanel(context),
  }
  let chosen: Panel = 'rooms'
  let isReady = false
  const tabs = PANELS.map((panel) =>
    button(NAMES[panel], () => open(panel), {
      role: 'tab',
      id: `tab-${panel}`,
      'aria-controls': `panel-${panel}`,
    }),
  )
  const places = PANELS.map((panel) =>
    make(
      'div',
      {
        role: 'tabpanel',
        id: `panel-${panel}`,
        'aria-labelledby': `tab-${panel}`,
        class: 'panel-body',
        hidden: true,
      },
      panels[panel].element,
    ),
  )
  const list = make('div', { role: 'tablist', class: 'tabs', 'aria-label': 'Panels' }, ...tabs)
  const sheet = button('', () => setOpen(!element.hasAttribute('data-open')), {
    class: 'sheet-size',
    'aria-label': 'Panels',
    'aria-expanded': 'false',
  })
  const element = make(
    'aside',
    { class: 'panels', 'aria-label': 'Project' },
    sheet,
    list,
    ...places,
  )
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = PANELS[(PANELS.indexOf(chosen) + step + PANELS.length) % PANELS.length]
    open(next)
    tabs[PANELS.indexOf(next)].focus()
  })

  function setOpen(isOpen: boolean): void {
    element.toggleAttribute('data-open', isOpen)
    sheet.setAttribute('aria-expanded', `${isOpen}`)
  }
  function choose(panel: Panel): void {
    chosen = panel
    for (const [i, tab] of tabs.entries()) {
      const isChosen = PANELS[i] === panel
      tab.setAttribute('aria-selected', `${isChosen}`)
      tab.tabIndex = isChosen ? 0 : -1
      places[i].hidden = !isChosen
    }
  }
  function show(): void {
    if (isReady) panels[chosen].show()
  }
  function open(panel: Panel): void {
    choose(panel)
    onChoose(panel)
    setOpen(true)
    show()
  }
  choose(chosen)
  return {
    element,
    choose,
    open,
    show,
    reset() {
      // The project is known from here on, also one without a model.
      isReady = true
      for (const panel of Object.values(panels)) panel.reset()
      show()
    },
    resetNodes() {
      panels.contents.reset()
      panels.details.reset()
      show()
    },
    setOpen,
  }
}
