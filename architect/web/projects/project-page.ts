import { ApiProblem } from '../../../web/api-problem.ts'
import { button, make } from '../../../web/element.ts'
import { formatProblem } from '../../../web/notice.ts'
import type { Theme } from '../../../web/theme.ts'
import { openSendDialog } from '../desktop/send-dialog.ts'
import type { PanelContext } from '../panels/panel-context.ts'
import { openPanelTabs } from '../panels/panel-tabs.ts'
import { openShareDialog } from '../panels/share-dialog.ts'
import { openAddress } from '../state/address.ts'
import { type Panel, parseViewState, type View, type ViewState } from '../state/view-state.ts'
import { coversOf, nextLevel } from '../viewer/level-filter.ts'
import type { ModelView } from '../viewer/model-view.ts'
import { openPlanView } from '../viewer/plan-view.ts'
import { openRoomLabels } from '../viewer/room-labels.ts'
import { groundLevelOf, type IndexedNode, levelsOf } from '../viewer/scene-index.ts'
import { openToolbar } from '../viewer/toolbar.ts'
import { openWalkButtons } from '../viewer/walk-buttons.ts'
import type { Project } from './answers.ts'
import { watchDraft } from './draft-watch.ts'
import type { ProjectCalls } from './project-calls.ts'

interface Places {
  main: HTMLElement
  title: HTMLElement
  bar: HTMLElement
}

interface Options {
  id: string
  calls: ProjectCalls
  theme: Theme
  onProblem(error: unknown): void
  /** Opens the account dialog. */
  onSignIn(): void
  announce(text: string): void
}

const KEYS =
  'Arrows turn, with Shift they move, plus and minus zoom, Home shows all. Page Up and Page Down change the level. Enter selects what is in the middle, the space bar opens a selected door. When walking, W A S D or the arrows walk.'

/** The page of one project: the picture, the panels, and what connects them. */
export function openProjectPage(places: Places, options: Options): { reload(): void } {
  const { id, calls, theme, announce } = options
  let state = parseViewState(location.search)
  const address = openAddress()
  let project: Project | null = null
  let nodes: ReadonlyMap<string, IndexedNode> = new Map()
  let model: ModelView | null = null
  let loading = new AbortController()
  let loadedVersion: string | null | undefined
  /** Times that the project was loaded: each may have another draft. */
  let loads = 0
  /** Why three.js does not run in this browser. */
  let whyMissing = ''
  /** The version of the draft when the model was loaded. */
  let shownDraft: number | null = null

  const modelPlace = make('div', { class: 'model', id: 'model' })
  const planPlace = make('div', { class: 'plan', id: 'plan', hidden: true })
  const message = make('div', { class: 'picture-message', role: 'status' })
  const frame = make(
    'section',
    { class: 'picture-frame', 'aria-label': 'Picture' },
    modelPlace,
    planPlace,
    message,
    make('p', { id: 'model-keys', class: 'unseen' }, KEYS),
  )

  const context: PanelContext = {
    calls,
    project: () => project!,
    version: () => state.version,
    nodes: () => nodes,
    selected: () => state.node,
    select,
    focusOn(target) {
      const node = nodes.get('id' in target ? target.id : (state.node ?? ''))
      // A node on a level that is hidden would not be seen.
      if (node && state.level && node.levelId && node.levelId !== state.level)
        change({ level: node.levelId })
      if (state.view !== '3d') change({ view: '3d' })
      const isSeen = model?.focusOn(target) ?? true
      // Inside of a closed building, its level is opened from above.
      if (!isSeen && node?.levelId && state.level === null) {
        change({ level: node.levelId })
        model?.focusOn(target)
      }
      panels.setOpen(false)
    },
    canOpen: (each) => model?.canOpen(each) ?? false,
    isOpen: (each) => model?.isOpen(each) ?? false,
    setOpen: (each, isOpen) => model?.setOpen(each, isOpen),
    showChanges: (changes) => model?.compare(changes),
    openVersion(version) {
      if (version === state.version) void load()
      else change({ version }, true)
    },
    refresh: readProject,
    async refreshDraft() {
      const now = await calls.get(id).catch(() => null)
      if (now === null || now.draftVersion === shownDraft) return
      // Of a version that is shown nothing changes but the list of versions.
      await (isDraft() ? load() : readProject().catch(report))
    },
    announce,
    address: address.text,
  }
  const panels = openPanelTabs(context, (panel: Panel) => change({ panel }))
  const toolbar = openToolbar({
    onChange: (next) => change(next),
    onFit: () => model?.fit(),
    onDoors: (isOpen) => model?.setAllOpen(isOpen),
  })
  const plan = openPlanView(planPlace, { calls, id })
  const labels = openRoomLabels(frame)
  const walkButtons = openWalkButtons((stride, turn) => model?.stride(stride, turn))
  const share = button('Share', () => openShareDialog(context), { class: 'share-button' })
  const sendButton = button('Send to Blender', () => openSendDialog(context), {
    class: 'send-button',
  })
  const viewButtons = viewSwitch((view) => change({ view }, true))
  frame.append(toolbar.element, walkButtons)
  places.main.replaceChildren(make('div', { class: 'project' }, frame, panels.element))
  places.main.classList.add('has-picture')
  theme.onChange((isDark) => model?.setTheme(isDark))
  addEventListener('popstate', () => {
    address.drop()
    const former = state
    state = parseViewState(location.search)
    apply(former)
  })
  watchDraft({
    shown: () => (isDraft() ? shownDraft : null),
    load: async () => (await calls.get(id).catch(() => null))?.draftVersion ?? null,
    onChange: () => showMessage('The draft has changed.', 'Show it'),
  })
  void openModel()
  void load()
  apply(null)

  /** Loads three.js and the model at the same time: both are large. */
  async function openModel(): Promise<void> {
    delete modelPlace.dataset.state
    try {
      const { openModelView } = await import('../viewer/model-view.ts')
      model = openModelView(modelPlace, {
        onSelect(selected) {
          select(selected)
          if (selected) panels.open('details')
        },
        onDoor({ label }, isOpen) {
          announce(`${label} ${isOpen ? 'opens' : 'closes'}.`)
          panels.show()
        },
        onLevelStep: (step) => change({ level: nextLevel(levelIds(), state.level, step) }),
      })
      model.setTheme(theme.isDark)
      apply(null)
      labels.follow(model)
    } catch (error) {
      modelPlace.dataset.state = 'missing'
      whyMissing = `The model is not drawn. ${(error as Error).message}`
      showMessage(whyMissing, 'Try again')
    }
  }

  async function load(): Promise<void> {
    loads++
    await Promise.all([readProject().catch(report), loadModel()])
    shownDraft = project?.draftVersion ?? null
  }

  async function readProject(): Promise<void> {
    project = await calls.get(id)
    places.title.textContent = project.name
    document.title = `${project.name} · Plat`
    places.bar.replaceChildren(
      make('span', { class: 'version-chip' }, versionText(project, state)),
      viewButtons.element,
      sendButton,
      share,
    )
    panels.reset()
  }

  /** Loads and draws the model of the version; a later call replaces an earlier one. */
  async function loadModel(): Promise<void> {
    loading.abort()
    loading = new AbortController()
    const { signal } = loading
    const { version } = state
    loadedVersion = version
    showMessage('Loading the model…')
    try {
      const bytes = await calls.model(id, version, {
        signal,
        onWait: (seconds) => showMessage(`The 3D model is being made: ${seconds} s so far.`),
      })
      while (!model && modelPlace.dataset.state !== 'missing')
        await new Promise((resolve) => setTimeout(resolve, 10))
      if (signal.aborted) return
      if (!model) {
        showMessage(whyMissing, 'Try again')
        return
      }
      const loaded = await model.load(bytes, signal)
      if (loaded === null) return
      nodes = loaded
      showMessage('')
      toolbar.setLevels(levelsOf(nodes), groundLevelOf(nodes))
      labels.setNodes(nodes)
      const lost = dropMissing()
      apply(null)
      panels.resetNodes()
      announce(`${nodes.size} nodes are drawn. ${lost}`.trim())
    } catch (error) {
      if (!signal.aborted) report(error)
    }
  }

  /** Leaves out of the state what this version does not have, and states it. */
  function dropMissing(): string {
    const isMissing = (each: string | null) => each !== null && !nodes.has(each)
    const { level, node } = state
    if (!isMissing(level) && !isMissing(node)) return ''
    state = {
      ...state,
      level: isMissing(level) ? null : level,
      node: isMissing(node) ? null : node,
    }
    address.write(state, false)
    return isMissing(level)
      ? 'This version does not have the chosen level: all are shown.'
      : 'This version does not have what was selected.'
  }

  function report(error: unknown): void {
    const { status, code } = error as ApiProblem
    if (code === 'forbidden' && state.version !== null && project?.publishedVersion) {
      showMessage(formatProblem(error))
      const open = () => change({ version: null }, true)
      message.append(' ', button('Show the published version', open))
      message.append(' ', button('Sign in', options.onSignIn))
      return
    }
    options.onProblem(error)
    const text =
      status === 409
        ? `The 3D model of this version cannot be made. ${formatProblem(error)}`
        : code === 'no_geometry'
          ? `${formatProblem(error)} It appears here as soon as it has walls or floors.`
          : formatProblem(error)
    if (!(error instanceof ApiProblem)) console.error(error)
    if (code === 'project_not_found') {
      // The service does not tell a private project from a missing one.
      showMessage(`${text} A private one opens for people with access alone.`, 'Try again')
      message.append(' ', button('Sign in', options.onSignIn))
      return
    }
    showMessage(text, status === 401 || status === 403 ? '' : 'Try again')
  }

  /** Shows a sentence over the picture; `retry` is the text of a button that loads again. */
  function showMessage(text: string, retry = ''): void {
    message.replaceChildren(text)
    message.hidden = text === ''
    if (!retry) return
    const again = () => {
      if (modelPlace.dataset.state === 'missing') void openModel()
      void load()
    }
    message.append(' ', button(retry, again))
  }

  function select(selected: string | null): void {
    model?.unpin()
    change({ node: selected })
    if (selected) announce(`${nodes.get(selected)?.label ?? selected} is selected.`)
  }

  /** Changes the state; a step is a new entry of the browser's history. */
  function change(next: Partial<ViewState>, isStep = false): void {
    const former = state
    state = { ...state, ...next }
    apply(former)
    address.write(state, isStep)
  }

  /** Shows the state; `former` is what is shown already, null for nothing. */
  function apply(former: ViewState | null): void {
    const { level, view, section, sun, node } = state
    const isOther = (name: keyof ViewState) =>
      !former || JSON.stringify(former[name]) !== JSON.stringify(state[name])
    if (former && state.version !== loadedVersion) void load()
    const covers = coversOf(level, state.covers, view === 'walk')
    toolbar.show(state, covers)
    viewButtons.show(view)
    panels.choose(state.panel)
    labels.setLevel(view === '3d' ? level : null)
    modelPlace.hidden = view === 'plan'
    planPlace.hidden = view !== 'plan'
    frame.dataset.view = view
    if (view === 'plan') plan.show({ version: state.version, level, load: loads })
    if (model) {
      if (isOther('level') || isOther('covers') || isOther('view')) model.show({ level, covers })
      if (view !== 'plan') model.setView(view)
      if (isOther('section')) model.setSection(section)
      if (isOther('sun')) model.setSun(sun)
      if (isOther('node')) model.select(node)
    }
    panels.show()
  }

  const isDraft = () => state.version === null || state.version === 'draft'
  const levelIds = () => levelsOf(nodes).map(({ id: each }) => each)
  return {
    reload() {
      void load()
    },
  }
}

function versionText({ publishedVersion, canEdit }: Project, { version }: ViewState): string {
  if (version === 'draft' || (version === null && canEdit)) return 'Draft'
  if (version === null || version === 'published') return `Version ${publishedVersion ?? 'none'}`
  return version === 'latest' ? 'Latest version' : `Version ${version}`
}

const VIEW_NAMES: Record<View, string> = { '3d': '3D', walk: 'Walk', plan: 'Plan' }

function viewSwitch(onChoose: (view: View) => void) {
  const buttons = (Object.keys(VIEW_NAMES) as View[]).map((view) =>
    button(VIEW_NAMES[view], () => onChoose(view), { 'data-view': view }),
  )
  return {
    element: make('nav', { class: 'views', 'aria-label': 'View' }, ...buttons),
    show(view: View) {
      for (const each of buttons) each.setAttribute('aria-pressed', `${each.dataset.view === view}`)
    },
  }
}
