import './lists.css'
import type { Api } from '../api.ts'
import { button, make } from '../element.ts'
import type { LocationRef } from '../location-ref.ts'
import { saveFile } from '../save-file.ts'
import type { UnitsChoice } from '../units-choice.ts'
import { COMPARED_MAX, COMPARED_MIN, compareTable } from './compare-table.ts'
import { placesCsv, placesGeoJson } from './list-files.ts'
import { listForm } from './list-form.ts'
import { type LineAnswer, lookUpLines } from './look-up.ts'
import type { PastedLine } from './pasted-lines.ts'
import { type Place, placeId } from './place.ts'
import { placeTable } from './place-table.ts'
import { PLACES_MAX, type SavedPlaces } from './saved-places.ts'

export interface ListViewOptions {
  api: Api
  units: UnitsChoice
  saved: SavedPlaces
  /** Shows a place on the map. */
  onOpen(ref: LocationRef): void
  onProblem(error: unknown): void
}

/** Shows the view of lists in a place of the page: a form, what failed, a table, a comparison. */
export function openListView(place: HTMLElement, options: ListViewOptions): void {
  const { api, units, saved } = options
  let pending = new AbortController()
  let failed: Extract<LineAnswer, { problem: string }>[] = []
  const chosen = new Set<string>()
  let isComparing = false
  const failures = make('section', { class: 'list-failures', hidden: true })
  const body = make('div', { class: 'list-body' })
  const form = listForm({
    onLines: (lines) => void lookUp(lines),
    onStop: () => pending.abort(),
  })

  const lookUp = async (lines: readonly PastedLine[]) => {
    pending.abort()
    pending = new AbortController()
    const { signal } = pending
    form.setBusy(`Looking up ${lines.length} ${lines.length === 1 ? 'line' : 'lines'}…`)
    const answers = await lookUpLines(lines, {
      api,
      signal,
      onProgress: (answered) => form.setBusy(`${answered} of ${lines.length} lines looked up…`),
      onProblem: options.onProblem,
    })
    form.setBusy(null)
    const found = answers.flatMap((answer) => ('place' in answer ? [answer.place] : []))
    failed = answers.flatMap((answer) => ('problem' in answer ? [answer] : []))
    const left = saved.add(found)
    const parts = [
      `${found.length} of ${lines.length} found.`,
      failed.length > 0 && `${failed.length} without an answer: see why below.`,
      left > 0 && `${left} are not saved: the list has ${PLACES_MAX} places at most.`,
    ]
    form.state(parts.filter(Boolean).join(' '))
    // What was found is in the table; the rest may be corrected.
    form.fill(failed.map(({ line }) => line.text).join('\n'))
    showFailures()
  }

  const showFailures = () => {
    failures.hidden = failed.length === 0
    if (failed.length === 0) return
    failures.replaceChildren(
      make('h3', {}, `Without an answer: ${failed.length}`),
      make(
        'ul',
        {},
        ...failed.map(({ line, problem }) =>
          make(
            'li',
            {},
            make('strong', {}, `Line ${line.line}: `),
            make('span', { class: 'list-line' }, line.text),
            make('span', { class: 'list-why' }, problem),
          ),
        ),
      ),
    )
  }

  const save = (ending: 'csv' | 'geojson', text: string, type: string) =>
    saveFile(new Blob([text], { type }), `places.${ending}`)
  const compareButton = () => {
    const count = chosen.size
    const isReady = count >= COMPARED_MIN && count <= COMPARED_MAX
    const made = button(
      isReady ? `Compare ${count}` : `Compare (choose ${COMPARED_MIN} to ${COMPARED_MAX})`,
      () => {
        isComparing = true
        show()
        body.querySelector<HTMLElement>('#compare-title')?.focus()
      },
      { class: 'primary compare-open' },
    )
    made.disabled = !isReady
    return made
  }
  const clearButton = () => {
    let isArmed = false
    const made = button('Remove all', () => {
      if (isArmed) return saved.clear()
      isArmed = true
      made.textContent = `Remove all ${saved.all.length}: press again`
    })
    return made
  }

  const comparison = (places: readonly Place[]) =>
    make(
      'section',
      { class: 'comparison', 'aria-labelledby': 'compare-title' },
      make(
        'div',
        { class: 'comparison-head' },
        make('h3', { id: 'compare-title', tabindex: '-1' }, 'Side by side'),
        button('×', () => endComparison(), {
          class: 'plain',
          'aria-label': 'Close the comparison',
        }),
      ),
      compareTable(places, units.system),
    )
  const endComparison = () => {
    isComparing = false
    show()
    body.querySelector<HTMLElement>('.compare-open')?.focus()
  }

  const show = () => {
    const places = saved.all
    for (const id of chosen) if (!places.some((each) => placeId(each) === id)) chosen.delete(id)
    if (places.length === 0) {
      isComparing = false
      body.replaceChildren(
        make(
          'p',
          { class: 'quiet-text' },
          'No places yet. Look up a list above, or press “Save” in a report on the map.',
        ),
      )
      return
    }
    const compared = places.filter((each) => chosen.has(placeId(each)))
    isComparing &&= compared.length >= COMPARED_MIN && compared.length <= COMPARED_MAX
    const actions = make(
      'div',
      { class: 'actions' },
      compareButton(),
      button('Download CSV', () => save('csv', placesCsv(places, units.system), 'text/csv')),
      button('Download GeoJSON', () =>
        save('geojson', placesGeoJson(places, units.system), 'application/geo+json'),
      ),
      clearButton(),
    )
    body.replaceChildren(
      make('h3', {}, `Places: ${places.length}`),
      make(
        'p',
        { class: 'quiet-text' },
        `Saved in this browser alone, up to ${PLACES_MAX}. Nobody else sees them; clearing the browser's data removes them.`,
      ),
      actions,
      isComparing ? comparison(compared) : '',
      placeTable(places, {
        system: units.system,
        chosen,
        onChoose(id, isOn) {
          if (isOn) chosen.add(id)
          else chosen.delete(id)
          if (isComparing) show()
          else actions.querySelector('.compare-open')?.replaceWith(compareButton())
        },
        onOpen: ({ ref }) => options.onOpen(ref),
        onRemove(removed) {
          saved.remove(placeId(removed))
          form.state(`${removed.title} was removed.`)
          body.querySelector<HTMLElement>('.table-frame')?.focus()
        },
      }),
      make('p', { class: 'list-credits' }, creditsOf(places)),
    )
  }

  place.replaceChildren(
    make('h2', { id: 'list-title', tabindex: '-1' }, 'My list'),
    form.element,
    failures,
    body,
  )
  saved.onChange(show)
  units.onChange(show)
  show()
}

/** What the publishers require to be shown with the facts, each once. */
function creditsOf(places: readonly Place[]): string {
  const credits = new Set(places.flatMap(({ attribution }) => attribution.split('; ')))
  const texts = [...credits].filter(Boolean)
  return texts.length > 0 ? `Data: ${texts.join('; ')}` : ''
}
