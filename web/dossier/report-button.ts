import type { UnitSystem } from '../../report/units.ts'
import type { Api } from '../api.ts'
import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'
import { dossierPath, type LocationRef } from '../location-ref.ts'
import { formatProblem } from '../notice.ts'

const LABEL = 'Download report'
/** A problem is shown in place of the label for this long. */
const PROBLEM_MS = 8_000

/**
 * A button that downloads the report of a location: as PDF, or as a document of HTML from a service
 * that does not print.
 */
export function reportButton(
  api: Api,
  ref: LocationRef,
  title: string,
  system: UnitSystem,
): HTMLButtonElement {
  const download = async () => {
    made.disabled = true
    made.textContent = 'Making the report…'
    try {
      const [answer, ending] = await requestReport(api, ref, system)
      save(await answer.blob(), `${title.replace(/[^\w.-]+/g, '-')}.${ending}`)
      made.textContent = LABEL
    } catch (error) {
      made.textContent = formatProblem(error)
      setTimeout(() => {
        made.textContent = LABEL
      }, PROBLEM_MS)
    } finally {
      made.disabled = false
    }
  }
  const made = button(LABEL, download, { 'aria-live': 'polite', class: 'primary' })
  return made
}

async function requestReport(
  api: Api,
  ref: LocationRef,
  units: UnitSystem,
): Promise<[Response, 'pdf' | 'html']> {
  const pathOf = (format: 'pdf' | 'html') =>
    dossierPath(ref, { units, format }).replace('/v1/location', '/v1/location/report')
  try {
    return [await api.request(pathOf('pdf')), 'pdf']
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 501) throw error
    return [await api.request(pathOf('html')), 'html']
  }
}

function save(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob)
  const link = make('a', { href, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(href), PROBLEM_MS)
}
