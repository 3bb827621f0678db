import type { NodeOf, RoofType } from '../../scene/nodes.ts'

/** How a roof rises from its eaves: heights of the underside above the tops of the walls. */
export interface RoofProfile {
  /** Changes of pitch, metres in from the eaves; ascending. */
  breaks: number[]
  /** Above the walls' tops, `t` metres in from the eaves. */
  heightAt(t: number): number
  /** Degrees of the stretch that begins at each of 0 and `breaks`. */
  pitches: number[]
}

/**
 * The slopes of each type. For two slopes: the place of the break as a share of the way from the
 * wall to the ridge, and the roof's height there as a share of its whole height. The ridge is as
 * high as that of a plain roof of the same pitch: at 45 degrees a gambrel is of 58 and 30, a
 * mansard of 70 and 22.
 */
const SLOPES: Record<RoofType, 'none' | 'one' | { way: number; rise: number }> = {
  gable: 'one',
  hip: 'one',
  shed: 'one',
  flat: 'none',
  gambrel: { way: 0.4, rise: 0.65 },
  mansard: { way: 0.25, rise: 0.7 },
}

type Roof = Pick<NodeOf<'roof'>, 'roofType' | 'pitch' | 'overhang'>

/** `run`: metres from the eaves to the ridge. The wall is `overhang` metres in, at height 0. */
export function roofProfile({ roofType, pitch, overhang }: Roof, run: number): RoofProfile {
  const two = SLOPES[roofType]
  const slope = two === 'none' ? 0 : Math.tan((pitch * Math.PI) / 180)
  const way = run - overhang
  if (typeof two === 'string' || slope === 0 || way <= 0) return profile([], [slope], overhang)
  const lower = (slope * two.rise) / two.way
  const upper = (slope * (1 - two.rise)) / (1 - two.way)
  const knee = overhang + way * two.way
  // The eaves go on with the upper pitch: at the lower one they would hang in front of windows.
  return overhang > 0
    ? profile([overhang, knee], [upper, lower, upper], overhang)
    : profile([knee], [lower, upper], overhang)
}

function profile(breaks: number[], slopes: number[], overhang: number): RoofProfile {
  const fromEaves = (t: number): number => {
    let height = 0
    let from = 0
    for (const [index, slope] of slopes.entries()) {
      const to = breaks[index]
      if (to === undefined || t <= to) return height + slope * (t - from)
      height += slope * (to - from)
      from = to
    }
    return height
  }
  const wall = fromEaves(overhang)
  return {
    breaks,
    heightAt: (t) => fromEaves(t) - wall,
    pitches: slopes.map((slope) => (Math.atan(slope) * 180) / Math.PI),
  }
}
