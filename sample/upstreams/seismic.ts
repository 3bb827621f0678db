import { round } from '../../values/round.ts'
import { numberIn, type SampleAnswer, type SampleRequest } from './sample-service.ts'

const SITE_CLASSES = ['A', 'B', 'BC', 'C', 'CD', 'D', 'DE', 'E', 'Default']
const RISK_CATEGORIES = ['I', 'II', 'III', 'IV']

/**
 * Design ground motion of ground that does not exist, as the Seismic Design Web Services answer
 * (https://earthquake.usgs.gov/ws/designmaps/asce7-22.html): low values that rise a little to the
 * north.
 */
export function seismic({ path, query, now }: SampleRequest): SampleAnswer {
  const edition = /^\/asce7-(\d\d)(\.json|\/calculate)$/.exec(path)?.[1]
  if (edition !== '22') return { status: 404, body: { message: 'Not Found' } }
  const [latitude, longitude] = [numberIn(query, 'latitude'), numberIn(query, 'longitude')]
  const [riskCategory, siteClass] = [query.get('riskCategory'), query.get('siteClass')]
  const request = {
    date: now.toISOString(),
    referenceDocument: 'ASCE7-22',
    status: 'success',
    url: `/ws/building-codes${path}?${query}`,
    parameters: { latitude, longitude, riskCategory, siteClass, title: query.get('title') },
  }
  const isComplete =
    latitude !== null &&
    longitude !== null &&
    RISK_CATEGORIES.includes(riskCategory ?? '') &&
    SITE_CLASSES.includes(siteClass ?? '')
  if (!isComplete) {
    const response = 'latitude, longitude, riskCategory, siteClass and title are required'
    return { status: 400, body: { request: { ...request, status: 'error' }, response } }
  }
  const ss = round(0.08 + Math.abs(latitude - 30) * 0.004, 3)
  const data = {
    pgam: round(ss * 0.6, 3),
    sms: round(ss * 1.5, 3),
    sm1: round(ss * 0.9, 3),
    sds: round(ss, 3),
    sd1: round(ss * 0.6, 3),
    sdc: ss < 0.167 ? 'A' : 'B',
    ss,
    s1: round(ss * 0.4, 3),
    tl: 8,
  }
  return { body: { request, response: { data, metadata: { vs30: 260 } } } }
}
