/** A point inside of a ring: the middle of the widest stretch at half of its depth. */
export function middleOf(ring: readonly (readonly [number, number])[]): [number, number] {
  const depths = ring.map(([, z]) => z).sort((a, b) => a - b)
  // Between corners, so that no edge is met at its end.
  const z = (depths[0] + depths[depths.length - 1]) / 2 + 1e-4
  const crossings = ring
    .flatMap((a, i) => {
      const b = ring[(i + 1) % ring.length]
      if (a[1] > z === b[1] > z) return []
      return [a[0] + ((b[0] - a[0]) * (z - a[1])) / (b[1] - a[1])]
    })
    .sort((a, b) => a - b)
  let best: [number, number] = [0, 0]
  for (let i = 0; i + 1 < crossings.length; i += 2)
    if (crossings[i + 1] - crossings[i] > best[1] - best[0]) best = [crossings[i], crossings[i + 1]]
  return [(best[0] + best[1]) / 2, z]
}
