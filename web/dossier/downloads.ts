import { fileName } from '../../report/location-title.ts'
import type { UnitSystem } from '../../report/units.ts'
import type { Api } from '../api.ts'
import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'
import { dossierPath, type LocationRef } from '../location-ref.ts'
import { formatProblem } from '../notice.ts'
import { saveFile } from '../save-file.ts'

/** What a location may be downloaded as. */
type Format = 'pdf' | 'csv' | 'geojson' | 'gpkg'

const CHOICES: [format: Format, label: string][] = [
  ['pdf', 'Report to print (PDF)'],
  ['csv', 'Facts for spreadsheets (CSV)'],
  ['geojson', 'Shapes (GeoJSON)'],
  ['gpkg', 'Shapes and facts for GIS (GeoPackage)'],
]

/** A button for each file of a location, and the line that reports how a download went. */
export function downloadButtons(
  api: Api,
  ref: LocationRef,
  title: string,
  system: UnitSystem,
): HTMLElement[] {
  const status = make('p', { role: 'status' })
  const download = async (format: Format, pressed: HTMLButtonElement) => {
    pressed.disabled = true
    status.textContent = 'Making the file…'
    try {
      const [answer, ending] = await requestFile(api, ref, format, system)
      saveFile(await answer.blob(), fileName(title, ending))
      status.textContent = 'Saved to your downloads.'
    } catch (error) {
      status.textContent = formatProblem(error)
    } finally {
      pressed.disabled = false
    }
  }
  const items = CHOICES.map(([format, label]) => {
    const made = button(label, () => void download(format, made))
    return made
  })
  return [...items, status]
}

/** A file with its ending: the report is a document of HTML from a service that does not print. */
async function requestFile(
  api: Api,
  ref: LocationRef,
  format: Format,
  units: UnitSystem,
): Promise<[Response, ending: string]> {
  const report = (format: 'pdf' | 'html') => api.request(pathOf(ref, 'report', { units, format }))
  if (format !== 'pdf') return [await api.request(pathOf(ref, 'export', { format })), format]
  try {
    return [await report('pdf'), 'pdf']
  } catch (error) {
    // 501: the service has no browser to print with; 403: a demo visit may not use it.
    if (!(error instanceof ApiProblem) || ![501, 403].includes(error.status)) throw error
    return [await report('html'), 'html']
  }
}

function pathOf(ref: LocationRef, kind: 'report' | 'export', more: Record<string, string>): string {
  return dossierPath(ref, more).replace('/v1/location', `/v1/location/${kind}`)
}
