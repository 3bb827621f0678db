import { button, make } from '../../../web/element.ts'
import { formatProblem } from '../../../web/notice.ts'
import { openSendDialog } from '../desktop/send-dialog.ts'
import { fileName } from './csv.ts'
import { download } from './download.ts'
import type { PanelContext } from './panel-context.ts'
import { projectSettings } from './project-settings.ts'

/** Files of a project: name, rest of the path without the version, ending. */
const FILES = [
  ['3D model (GLB)', 'model', 'glb'],
  ['Building model (IFC)', 'ifc', 'ifc'],
  ['Scene file (JSON)', 'scene', 'json'],
] as const

/** Publishing, visibility, link, files and settings of a project, in a dialog. */
export function openShareDialog(context: PanelContext): void {
  const status = make('p', { role: 'status' })
  const body = make('div', { class: 'dialog-body' })
  const dialog = make('dialog', { class: 'share', 'aria-labelledby': 'share-title' })
  const act = async (work: () => Promise<string>) => {
    status.textContent = 'Working…'
    try {
      const done = await work()
      await context.refresh()
      status.textContent = done
    } catch (error) {
      status.textContent = formatProblem(error)
    }
    // Also after a failure: a pressed choice must not stand for what did not happen.
    fill()
    title.focus()
  }
  const fill = () => {
    const parts = [publishing(context, act), visibility(context, act), link(context, status)]
    const settings = projectSettings(context, act)
    body.replaceChildren(
      ...parts.filter((each) => each !== null),
      files(context, status),
      ...(settings ? [settings] : []),
    )
  }
  const title = make('h2', { id: 'share-title', tabindex: -1 }, 'Share and download')
  fill()
  const close = button('×', () => dialog.close(), { class: 'plain', 'aria-label': 'Close' })
  dialog.append(make('header', {}, title, close), body, status)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  title.focus()
}

type Act = (work: () => Promise<string>) => Promise<void>

function publishing(context: PanelContext, act: Act): HTMLElement | null {
  const { id, canPublish, publishedVersion, unsavedChanges, latestVersion, bakeState } =
    context.project()
  const isCurrent =
    publishedVersion !== null && publishedVersion === latestVersion && !unsavedChanges
  const state =
    publishedVersion === null
      ? 'Not published: only people who may open the project see it.'
      : `Version ${publishedVersion} is published${isCurrent ? '.' : '; the draft has changed since.'}`
  const publish = button(
    publishedVersion === null ? 'Publish' : 'Publish again',
    () =>
      void act(async () => {
        const answer = await context.calls.publish(id)
        return answer.didPublishVersion
          ? `Version ${answer.publishedVersion} is published.`
          : `Version ${answer.publishedVersion} was published already.`
      }),
    { class: 'primary' },
  )
  const bake = publishedVersion !== null && bakeState === 'failed' ? 'Its 3D file failed.' : ''
  return make(
    'section',
    {},
    make('h3', {}, 'Publish'),
    make('p', {}, `${state} ${bake}`.trim()),
    canPublish ? make('div', { class: 'actions' }, publish) : null,
  )
}

function visibility(context: PanelContext, act: Act): HTMLElement | null {
  const { id, canManage, visibility: current, publishedVersion } = context.project()
  if (!canManage) return null
  const choice = (value: 'private' | 'public', text: string) => {
    const input = make('input', {
      type: 'radio',
      name: 'visibility',
      value,
      checked: value === current,
    })
    input.addEventListener('change', () =>
      act(async () => {
        await context.calls.change(id, { visibility: value })
        if (value === 'private') return 'The project is private.'
        return publishedVersion === null
          ? 'The project is public. Others see it when a version is published.'
          : 'Everybody with the link sees the published version.'
      }),
    )
    return make('label', { class: 'check' }, input, text)
  }
  return make(
    'fieldset',
    {},
    make('legend', {}, 'Who sees it'),
    choice('private', 'Private: people with access'),
    choice('public', 'Public: everybody with the link, the published version'),
  )
}

function link(context: PanelContext, status: HTMLElement): HTMLElement {
  const field = make('input', { id: 'share-link', readonly: true, value: context.address() })
  field.addEventListener('focus', () => field.select())
  const copy = button('Copy link', async () => {
    try {
      await navigator.clipboard.writeText(field.value)
      status.textContent = 'The link is copied.'
    } catch {
      field.select()
      status.textContent = 'The browser did not allow copying: the link is selected.'
    }
  })
  return make(
    'section',
    {},
    make('h3', {}, 'Link'),
    make('div', { class: 'field' }, make('label', { for: 'share-link' }, 'This view'), field),
    context.version() !== null && context.version() !== 'published'
      ? make('p', { class: 'quiet-text' }, 'This version opens for people with access alone.')
      : null,
    make('div', { class: 'actions' }, copy),
  )
}

function files(context: PanelContext, status: HTMLElement): HTMLElement {
  const { id, name } = context.project()
  const buttons = FILES.map(([text, route, ending]) =>
    button(text, async () => {
      status.textContent = `Loading ${text}…`
      try {
        const rest = context.calls.fileAt(route, context.version())
        download(fileName(name, ending), await context.calls.file(id, rest))
        status.textContent = `${text} is downloaded.`
      } catch (error) {
        status.textContent = formatProblem(error)
      }
    }),
  )
  // The header has no place for it on narrow screens.
  const send = button('Send to Blender', () => {
    status.closest('dialog')?.close()
    openSendDialog(context)
  })
  return make(
    'section',
    {},
    make('h3', {}, 'Download'),
    make('div', { class: 'actions' }, ...buttons, send),
  )
}
