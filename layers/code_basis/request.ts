import type { SectionSource } from '../../catalog/section-source.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'
import type { Upstream, UpstreamResponse } from '../../upstream/upstream.ts'
import type { ExternalSources } from '../external-sources.ts'
import type { Location } from '../location.ts'
import type { PfdsEstimate } from './pfds-estimate.ts'
import { requestPointRainfall } from './point-rainfall.ts'
import { withoutAtlas14 } from './rainfall.ts'
import { roundPoint } from './request-point.ts'
import { requestSeismicDesign, SEISMIC_EDITION, type SeismicDesign } from './seismic-design.ts'
import { noaaAtlas14, usgsSeismic } from './upstream.ts'

/** Value of one service at the point, or its failure; null where it was not requested. */
type LiveValue<T> = { value: T; source: SectionSource } | UpstreamFailure | null

/** Values of the point that the tables of the build lack. */
export interface RequestedValues {
  seismic: LiveValue<SeismicDesign>
  /** The value is null where no volume of NOAA Atlas 14 holds the point. */
  rainfall: LiveValue<PfdsEstimate | null>
}

const NONE: RequestedValues = { seismic: null, rainfall: null }

const SEISMIC_NOTE = `Seismic values are those of the point by ${SEISMIC_EDITION}, Risk Category II; they assume Site Class D, not the Default class of this edition.`
const RAINFALL_NOTE = 'Rainfall is an estimate of the point, partial duration series.'

/**
 * Requests the values that the tables lack from the services that are switched on, both at once;
 * null where there is nothing to request. They cover the United States alone: a county must be
 * known.
 */
export function requestValues(
  { point, county }: Location,
  lacks: { seismic: boolean; rainfall: boolean },
  { upstreams }: ExternalSources,
): Promise<RequestedValues> | null {
  if (!upstreams || !county) return null
  const needsSeismic = lacks.seismic && upstreams.isOn(usgsSeismic)
  const hasAtlas = withoutAtlas14(county) === null
  const needsRainfall = lacks.rainfall && hasAtlas && upstreams.isOn(noaaAtlas14)
  if (!needsSeismic && !needsRainfall) return null
  const at = roundPoint(point)
  const seismic = needsSeismic
    ? toLiveValue(upstreams, usgsSeismic, requestSeismicDesign(upstreams, at), () => {
        return { vintage: SEISMIC_EDITION, note: SEISMIC_NOTE }
      })
    : null
  const rainfall = needsRainfall
    ? toLiveValue(upstreams, noaaAtlas14, requestPointRainfall(upstreams, at), (estimate) => {
        return estimate
          ? { vintage: `NOAA Atlas 14 ${editionOf(estimate)}`, note: RAINFALL_NOTE }
          : { vintage: 'NOAA Atlas 14', note: 'No volume of the atlas holds this point.' }
      })
    : null
  return Promise.all([seismic, rainfall]).then(([seismic, rainfall]) => ({ seismic, rainfall }))
}

/** Volume and version, as in the table of estimates. */
export function editionOf({ volume, version }: Pick<PfdsEstimate, 'volume' | 'version'>): string {
  return `Volume ${volume} Version ${version}`
}

/** Splits the requested values into values, the sources of the used ones, and failures. */
export function splitValues(requested: RequestedValues | null | undefined) {
  const { seismic, rainfall } = requested ?? NONE
  const failures = [seismic, rainfall].filter((each) => each instanceof UpstreamFailure)
  return {
    seismic: seismic instanceof UpstreamFailure ? null : (seismic?.value ?? null),
    rainfall: rainfall instanceof UpstreamFailure ? null : (rainfall?.value ?? null),
    isOutsideAtlas:
      rainfall !== null && !(rainfall instanceof UpstreamFailure) && rainfall.value === null,
    sources: [seismic, rainfall].flatMap((each) =>
      each && !(each instanceof UpstreamFailure) ? [each.source] : [],
    ),
    failures,
    failureNotes: [
      seismic instanceof UpstreamFailure ? `No seismic values: ${seismic.reason}` : null,
      rainfall instanceof UpstreamFailure ? `No rainfall: ${rainfall.reason}` : null,
    ],
  }
}

async function toLiveValue<T>(
  upstreams: UpstreamClient,
  upstream: Upstream,
  request: Promise<UpstreamResponse<T>>,
  describe: (value: T) => Pick<SectionSource, 'vintage' | 'note'>,
): Promise<LiveValue<T>> {
  try {
    const response = await request
    const source = upstreams.sourceOf(upstream, response, {
      kind: 'official',
      ...describe(response.value),
    })
    return { value: response.value, source }
  } catch (failure) {
    if (failure instanceof UpstreamFailure) return failure
    throw failure
  }
}
