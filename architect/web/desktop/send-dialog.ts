import { button, make } from '../../../web/element.ts'
import { formatProblem } from '../../../web/notice.ts'
import type { Health, ImportSummary } from '../../desktop/desktop-protocol.ts'
import type { PanelContext } from '../panels/panel-context.ts'
import {
  type Barrier,
  barrierOf,
  findReceivers,
  receiverName,
  SendFailure,
  type Surroundings,
  sendBuilding,
} from './receivers.ts'

/** Time between two looks for a program that has to be started, or to allow this page. */
const LOOK_AGAIN_MS = 1_500
const ADDON = '/projects/plat-blender.zip'

/** Which version is sent: one that is shown, or the draft, which may be published first. */
interface Choice {
  version: string | null
  isPublished: boolean
}

/** Sends the shown building to a 3D program on this computer, in a dialog. */
export function openSendDialog(context: PanelContext): void {
  const around: Surroundings = {
    fetch: (url, init) => fetch(url, init),
    isSecureContext,
    hostname: location.hostname,
    permissions: navigator.permissions as unknown as Surroundings['permissions'],
  }
  const title = make('h2', { id: 'send-title', tabindex: -1 }, 'Send to Blender')
  const body = make('div', { class: 'dialog-body' })
  const status = make('p', { role: 'status' })
  const dialog = make('dialog', { class: 'share', id: 'send', 'aria-labelledby': 'send-title' })
  const close = button('×', () => dialog.close(), { class: 'plain', 'aria-label': 'Close' })
  dialog.append(make('header', {}, title, close), body, status)
  let timer: ReturnType<typeof setTimeout>
  dialog.addEventListener('close', () => {
    clearTimeout(timer)
    dialog.remove()
  })
  document.body.append(dialog)
  dialog.showModal()
  title.focus()
  void begin()

  /** Shows a state: paragraphs, and the buttons that lead on. `name` is for tests and styles. */
  function show(name: string, texts: (string | Node)[], ...buttons: HTMLButtonElement[]): void {
    dialog.dataset.state = name
    body.replaceChildren(
      ...texts.map((text) => make('p', {}, text)),
      ...(buttons.length > 0 ? [make('div', { class: 'actions' }, ...buttons)] : []),
    )
  }

  async function begin(): Promise<void> {
    const barrier = await barrierOf(around)
    if (barrier === null) await look()
    else showBarrier(barrier)
  }

  function showBarrier(barrier: Barrier): void {
    switch (barrier) {
      case 'insecure':
        show('insecure', [
          `Browsers let a page reach this computer only over https, or from this computer itself. ${location.origin} is neither.`,
          'Open the service at its https address, or download the GLB file under Share.',
        ])
        break
      case 'denied':
        show(
          'denied',
          [
            'The browser does not let this page reach programs on this computer.',
            'Press the icon before the address, allow access to other programs on this device (local network), then look again.',
          ],
          button('Look again', () => void begin(), { class: 'primary' }),
        )
        break
      default:
        barrier satisfies 'question'
        show(
          'question',
          [
            'The browser requests your leave next: may this page reach other programs on this device? This is how the building gets to Blender: it goes from this page to this computer, and nowhere else.',
            'Choose Allow there. The answer is stored for this site.',
          ],
          button('Continue', () => void look(), { class: 'primary' }),
        )
    }
  }

  async function look(): Promise<void> {
    clearTimeout(timer)
    if (!dialog.isConnected) return
    if (!['missing', 'not-allowed'].includes(dialog.dataset.state ?? ''))
      show('looking', ['Looking for Blender on this computer…'])
    const found = await findReceivers(around)
    if (!dialog.isConnected) return
    const allowed = found.filter((each) => each.allowed)
    if ((await barrierOf(around)) === 'denied') {
      showBarrier('denied')
    } else if (allowed.length > 0) {
      offer(allowed)
    } else {
      if (found.length > 0) showNotAllowed(found)
      else showMissing()
      timer = setTimeout(() => void look(), LOOK_AGAIN_MS)
    }
  }

  function showMissing(): void {
    if (dialog.dataset.state === 'missing') return
    const addon = make('a', { href: ADDON, download: 'plat-blender.zip' }, 'the add-on')
    show('missing', [
      'No Blender that receives buildings runs on this computer.',
      make(
        'span',
        {},
        'The first time: download ',
        addon,
        ', then in Blender: Edit, Preferences, Add-ons, Install, choose the file, and switch on Plat Import.',
      ),
      'Else start Blender. This page looks again by itself.',
    ])
  }

  function showNotAllowed(found: Health[]): void {
    if (dialog.dataset.state === 'not-allowed') return
    show('not-allowed', [
      `${found.map(receiverName).join('; ')} runs, and does not let this page send yet.`,
      `In Blender: press N in the 3D view, open the tab Plat, and allow ${location.origin}. This page goes on by itself.`,
    ])
  }

  /** The programs that may be sent to, and the version. */
  function offer(allowed: Health[]): void {
    const choice = shownVersion()
    const { version, isPublished } = choice
    const { canPublish, publishedVersion } = context.project()
    const chosen = chooser(allowed)
    const target = () =>
      allowed[Number(chosen.querySelector('input:checked')?.getAttribute('value'))]
    const isPrimary = { class: 'primary' }
    if (isPublished || (version !== null && version !== 'draft')) {
      const text = isPublished
        ? `Version ${publishedVersion} is sent.`
        : `Version ${version} is sent, which is not the published one.`
      show(
        'ready',
        [chosen, text],
        button('Send', () => void send(target(), choice), isPrimary),
      )
      return
    }
    const text =
      publishedVersion === null
        ? 'The project is not published: what is sent is the draft.'
        : `The draft has changed since version ${publishedVersion} was published.`
    const publish = button('Publish and send', () => void publishAndSend(target()), isPrimary)
    const draft = button('Send the draft', () => void send(target(), choice))
    show('ready', [chosen, text], ...(canPublish ? [publish] : []), draft)
  }

  /** The version that is shown, and whether it is the published one. */
  function shownVersion(): Choice {
    const { publishedVersion, latestVersion, unsavedChanges, canEdit } = context.project()
    const version = context.version()
    const isPublished = publishedVersion !== null
    if (version === 'published' || (version === null && !canEdit)) return { version, isPublished }
    if (version === `${publishedVersion}`) return { version, isPublished: true }
    if (version !== null && version !== 'draft') return { version, isPublished: false }
    // A draft without changes is the version that was published from it.
    const isSame = isPublished && !unsavedChanges && latestVersion === publishedVersion
    return isSame ? { version: 'published', isPublished: true } : { version, isPublished: false }
  }

  async function publishAndSend(target: Health): Promise<void> {
    show('publishing', ['Publishing the draft…'])
    try {
      await context.calls.publish(context.project().id)
      await context.refresh()
      await send(target, { version: 'published', isPublished: true })
    } catch (error) {
      showFailure(formatProblem(error))
    }
  }

  async function send(target: Health, { version, isPublished }: Choice): Promise<void> {
    const { id, name, publishedVersion } = context.project()
    const loading = new AbortController()
    dialog.addEventListener('close', () => loading.abort())
    show('loading', ['Loading the 3D file…'])
    try {
      const glb = await context.calls.model(id, version, {
        signal: loading.signal,
        onWait: (seconds) => show('loading', [`The 3D file is being made: ${seconds} s so far.`]),
      })
      show('sending', [
        `Sending ${(glb.byteLength / 1e6).toFixed(1)} MB to ${receiverName(target)}…`,
      ])
      const sent = isPublished ? `${publishedVersion}` : (version ?? 'draft')
      const stated = { name, projectId: id, version: /^\d+$|^draft$/.test(sent) ? sent : null }
      const { summary } = await sendBuilding(around, target.port, { glb, ...stated }, () =>
        show('importing', [`${receiverName(target)} imports the building…`]),
      )
      showDone(target, summary)
    } catch (error) {
      if (loading.signal.aborted) return
      const isOwn = error instanceof SendFailure
      if (isOwn && error.code === 'origin_not_allowed') await look()
      else showFailure(isOwn ? error.message : formatProblem(error))
    }
  }

  function showDone(target: Health, summary: ImportSummary | undefined): void {
    const where = target.app === 'blender' ? 'in Blender' : 'in the folder'
    show(
      'done',
      [
        `The building is ${where}.`,
        summary
          ? `${summary.objects} objects, ${summary.levels} levels, ${summary.rooms} rooms, ${summary.clips} doors and windows that open. ${summary.replaced ? 'It took the place of the earlier import.' : ''}`
          : '',
      ],
      button('Close', () => dialog.close(), { class: 'primary' }),
      button('Send again', () => void look()),
    )
    context.announce(`The building is ${where}.`)
  }

  function showFailure(message: string): void {
    show(
      'failed',
      ['The building was not sent.', message],
      button('Try again', () => void look(), { class: 'primary' }),
    )
  }
}

/** The programs that may be sent to; the first is chosen. */
function chooser(allowed: readonly Health[]): HTMLElement {
  const choices = allowed.map((each, at) => {
    const input = make('input', { type: 'radio', name: 'receiver', value: at, checked: at === 0 })
    return make('label', { class: 'check' }, input, receiverName(each))
  })
  return make('span', { role: 'radiogroup', 'aria-label': 'Where to send' }, ...choices)
}
