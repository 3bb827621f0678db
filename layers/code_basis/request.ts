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

/** What one service said of the point, or why it said nothing; null where it was not asked. */
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
 * Asks the services that are switched on for what the tables lack, both at once; null where there is
 * nothing to ask. They know the United States alone, and are asked where a county is known.
 */
export function requestValues(
  { point, county }: Location,
  lacks: { seismic: boolean; rainfall: boolean },
  { upstreams }: ExternalSources,
): Promise<RequestedValues> | null {
  if (!upstreams || !county) return null
  const wantsSeismic = lacks.seismic && upstreams.isOn(usgsSeismic)
  const hasAtlas = withoutAtlas14(county) === null
  const wantsRainfall = lacks.rainfall && hasAtlas && upstreams.isOn(noaaAtlas14)
  if (!wantsSeismic && !wantsRainfall) return null
  const at = roundPoint(point)
  const seismic = wantsSeismic
    ? told(upstreams, usgsSeismic, requestSeismicDesign(upstreams, at), () => {
        return { vintage: SEISMIC_EDITION, note: SEISMIC_NOTE }
      })
    : null
  const rainfall = wantsRainfall
    ? told(upstreams, noaaAtlas14, requestPointRainfall(upstreams, at), (estimate) => {
        return estimate
          ? { vintage: `NOAA Atlas 14 ${editionOf(estimate)}`, note: RAINFALL_NOTE }
          : { vintage: 'NOAA Atlas 14', note: 'No volume of the atlas holds this point.' }
      })
    : null
  return Promise.all([seismic, rainfall]).then(([seismic, rainfall]) => ({ seismic, rainfall }))
}

/** Volume and version, as the table of estimates has them too. */
export function editionOf({ volume, version }: Pick<PfdsEstimate, 'volume' | 'version'>): string {
  return `Volume ${volume} Version ${version}`
}

/** Takes what `ask` gave apart: values, the sources of those that are used, what failed. */
export function splitValues(said: RequestedValues | null | undefined) {
  const { seismic, rainfall } = said ?? NONE
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

async function told<T>(
  upstreams: UpstreamClient,
  upstream: Upstream,
  asked: Promise<UpstreamResponse<T>>,
  describe: (value: T) => Pick<SectionSource, 'vintage' | 'note'>,
): Promise<LiveValue<T>> {
  try {
    const said = await asked
    const source = upstreams.sourceOf(upstream, said, { kind: 'official', ...describe(said.value) })
    return { value: said.value, source }
  } catch (failure) {
    if (failure instanceof UpstreamFailure) return failure
    throw failure
  }
}
