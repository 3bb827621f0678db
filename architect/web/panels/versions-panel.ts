import { confirmButton } from '../../../web/account/confirm.ts'
import { button, make } from '../../../web/element.ts'
import { formatProblem } from '../../../web/notice.ts'
import type { Version } from '../projects/answers.ts'
import { comparison } from './comparison.ts'
import { formatChanges } from './diff-rows.ts'
import { formatTime } from './figures.ts'
import { loadInto, putInto } from './loading.ts'
import type { PanelContext, ProjectPanel } from './panel-context.ts'

/** The versions with what changed, a comparison of two, saving and restoring. */
export function versionsPanel(context: PanelContext): ProjectPanel {
  const place = make('div', {})
  let isLoaded = false
  const load = () => {
    isLoaded = true
    loadInto(place, async () => {
      // Others see the published version of a public project, and none of its history.
      if (context.project().draftVersion === null)
        return [make('p', {}, 'Only people with access to the project see its versions.')]
      const versions = await context.calls.versions(context.project().id)
      return content(versions, context, load)
    })
  }
  return {
    element: place,
    show() {
      if (!isLoaded) load()
    },
    reset() {
      isLoaded = false
      putInto(place, [])
      // The button that removes the marks of a comparison has gone with the rest.
      context.showChanges(null)
    },
  }
}

function content(versions: readonly Version[], context: PanelContext, reload: () => void): Node[] {
  const { canEdit, latestVersion, unsavedChanges } = context.project()
  const nothing = make('p', { class: 'quiet-text' }, 'No version is saved yet.')
  const draft = canEdit
    ? make(
        'li',
        { class: 'version' },
        make('h2', {}, 'Draft'),
        make('p', { class: 'quiet-text' }, unsavedChanges ? 'Has unsaved changes' : 'As saved'),
        showButton('draft', 'the draft', context),
      )
    : null
  return [
    canEdit ? saveForm(context, reload) : null,
    make(
      'ul',
      { class: 'versions' },
      draft,
      ...versions.map((each) => entry(each, context, reload)),
    ),
    versions.length === 0 ? nothing : null,
    versions.length > 0 && (canEdit || versions.length > 1)
      ? comparison(versions, latestVersion, context)
      : null,
  ].filter((each) => each !== null)
}

function entry(version: Version, context: PanelContext, reload: () => void): HTMLLIElement {
  const { version: number, label, author, at, nodeCount, changes, restoredFrom } = version
  const { canEdit, publishedVersion } = context.project()
  const by = author?.name
  const marks = [
    number === publishedVersion ? 'published' : '',
    restoredFrom ? `restored from ${restoredFrom}` : '',
  ].filter(Boolean)
  const restore = confirmButton({
    action: 'Restore',
    label: `Restore version ${number}`,
    question: `The draft becomes version ${number}, and a new version is saved. Nothing is lost: save the draft first where it has changes of value.`,
    yes: `Restore version ${number}`,
    async act() {
      await context.calls.restore(context.project().id, number)
      await context.refresh()
      context.openVersion(null)
      reload()
    },
  })
  return make(
    'li',
    { class: 'version', 'data-version': number },
    make('h2', {}, `${number} · ${label}`),
    make(
      'p',
      { class: 'quiet-text' },
      [formatTime(at), by, `${nodeCount} nodes`, ...marks].filter(Boolean).join(' · '),
    ),
    make('p', {}, formatChanges(changes)),
    make(
      'div',
      { class: 'actions' },
      showButton(`${number}`, `version ${number}`, context),
      canEdit ? restore : null,
    ),
  )
}

function showButton(version: string, name: string, context: PanelContext): HTMLButtonElement {
  const isShown = (context.version() ?? (context.project().canEdit ? 'draft' : '')) === version
  return button(isShown ? 'Shown' : 'View', () => context.openVersion(version), {
    'aria-label': isShown ? `${name} is shown` : `View ${name}`,
    'aria-pressed': `${isShown}`,
  })
}

/** Saves the draft as a version. */
function saveForm(context: PanelContext, reload: () => void): HTMLFormElement {
  const label = make('input', {
    id: 'version-label',
    maxlength: 120,
    placeholder: 'Larger kitchen',
    autocomplete: 'off',
  })
  const status = make('p', { role: 'status' })
  const form = make(
    'form',
    { class: 'save-form' },
    make(
      'div',
      { class: 'field' },
      make('label', { for: 'version-label' }, 'Name of the version'),
      label,
    ),
    make('button', { type: 'submit', class: 'primary' }, 'Save version'),
    status,
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    try {
      const saved = await context.calls.save(context.project().id, label.value.trim())
      await context.refresh()
      context.announce(
        saved.didSave
          ? `Version ${saved.version} is saved.`
          : `Nothing has changed since version ${saved.version}.`,
      )
      reload()
    } catch (error) {
      status.textContent = formatProblem(error)
    }
  })
  return form
}
