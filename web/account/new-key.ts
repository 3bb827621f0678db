import { NAME_MAX } from '../../serve/schemas/account-limits.ts'
import { button, make } from '../element.ts'
import { type ApiKey, isManager, type NewKey } from './account-calls.ts'
import { copiedText } from './copied-text.ts'
import type { DialogContext } from './dialog-context.ts'
import { openForm } from './form.ts'
import { ARCHITECT_SCOPES, curlLine, LIFETIMES, scopeName } from './key-texts.ts'

/** The button for a new key, its form, and then the whole key, which is shown only once. */
export function newKeyPart(context: DialogContext, onMade: () => void): HTMLElement {
  const place = make('div', { class: 'new-key' })
  const begin = button('New key', showForm, { class: 'primary' })
  place.append(begin)
  return place

  function close(): void {
    place.replaceChildren(begin)
    begin.focus()
  }

  function showForm(): void {
    const form = keyForm(context, close, (made) => {
      place.replaceChildren(shownOnce(made, close))
      place.querySelector('h3')?.focus()
      onMade()
    })
    place.replaceChildren(make('h3', {}, 'New key'), form)
    place.querySelector('input')?.focus()
  }
}

function keyForm(
  context: DialogContext,
  onCancel: () => void,
  onMade: (made: ApiKey & { key: string }) => void,
) {
  const managed = context.account.organizations.filter(({ role }) => isManager(role))
  const kind = choice('Kind', 'kind', [
    ['map', 'Map key', 'read access to this map: dossiers, tiles, search'],
    ['architect', 'Architect key', 'for programs that work on building projects'],
  ])
  const workspace = select('Workspace', 'workspace', [
    ['', 'Personal'],
    ...managed.map(({ id, name }): [string, string] => [id, name]),
  ])
  const scopes = make(
    'fieldset',
    {},
    make('legend', {}, 'Permissions'),
    ...ARCHITECT_SCOPES.map((scope) =>
      make(
        'label',
        { class: 'choice' },
        make('input', { type: 'checkbox', name: 'scopes', value: scope, checked: true }),
        make('span', {}, scopeName(scope)),
      ),
    ),
  )
  const architectParts = make('div', { hidden: true }, workspace, scopes)
  const form = openForm({
    parts: [
      {
        name: 'name',
        label: 'Name',
        autocomplete: 'off',
        hint: 'What the key is for.',
        most: NAME_MAX,
      },
      kind,
      architectParts,
      select(
        'Expires in',
        'expires',
        LIFETIMES.map(([days, name]): [string, string] => [`${days ?? ''}`, name]),
      ),
    ],
    action: 'Create key',
    others: [button('Cancel', onCancel)],
    send: async (values) => onMade(await context.calls.createKey(newKeyOf(values))),
  })
  form.addEventListener('change', () => {
    architectParts.hidden = new FormData(form).get('kind') !== 'architect'
  })
  return form
}

function newKeyOf(values: FormData): NewKey {
  const days = `${values.get('expires')}`
  const shared = {
    name: `${values.get('name')}`.trim(),
    expires_in_days: days === '' ? null : Number(days),
  }
  if (values.get('kind') !== 'architect') return { kind: 'map', ...shared }
  const organization = `${values.get('workspace')}`
  return {
    kind: 'architect',
    ...shared,
    scopes: values.getAll('scopes').map(String),
    ...(organization === '' ? {} : { organization_id: organization }),
  }
}

function shownOnce({ key, kind, name }: ApiKey & { key: string }, onDone: () => void): HTMLElement {
  const curl = curlLine(location.origin, key, location.search)
  return make(
    'section',
    { class: 'shown-once', 'aria-label': 'The new key' },
    make('h3', { tabindex: -1 }, `The key “${name}”`),
    make('p', {}, "Copy it now. You won't be able to see it again."),
    copiedText(key, 'the key'),
    ...(kind === 'map'
      ? [make('p', {}, 'An example request:'), copiedText(curl, 'the command')]
      : []),
    make('div', { class: 'actions' }, button("I've saved it", onDone)),
  )
}

function select(label: string, name: string, options: [value: string, text: string][]) {
  const id = `account-${name}`
  return make(
    'div',
    { class: 'field' },
    make('label', { for: id }, label),
    make(
      'select',
      { id, name },
      ...options.map(([value, text]) => make('option', { value }, text)),
    ),
  )
}

function choice(
  legend: string,
  name: string,
  options: [value: string, text: string, about: string][],
) {
  return make(
    'fieldset',
    {},
    make('legend', {}, legend),
    ...options.map(([value, text, about], i) =>
      make(
        'label',
        { class: 'choice' },
        make('input', { type: 'radio', name, value, checked: i === 0 }),
        make('span', {}, text, make('span', { class: 'hint' }, ` ${about}`)),
      ),
    ),
  )
}
