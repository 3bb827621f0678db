import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { EdgeContacts, edgesMeet } from './edge-contact.ts'
import type { Rings } from './polygons.ts'

/** Whether any pair of edges that are not neighbours meets, pair by pair. */
function hasContact({ coords, ringEnds }: Rings): boolean {
  const edges: { from: number; to: number }[] = []
  let start = 0
  for (const end of ringEnds) {
    for (let i = start; i < end; i++) edges.push({ from: i, to: i + 1 === end ? start : i + 1 })
    start = end
  }
  return edges.some((e, i) =>
    edges.some(
      (f, j) =>
        j > i &&
        e.to !== f.from &&
        f.to !== e.from &&
        edgesMeet(coords, e.from * 2, e.to * 2, f.from * 2, f.to * 2),
    ),
  )
}

test('a tree finds a contact exactly where some pair of edges meets', () => {
  const random = seededRandom(69)
  const verdicts = { meeting: 0, apart: 0 }
  for (let round = 0; round < 300; round++) {
    // Stars, of which some have rings in them and some a dent that crosses the other side.
    const points = 5 + Math.floor(random() * 60)
    const coords: number[] = []
    const ringEnds: number[] = []
    for (const radius of [1000, 400].slice(0, 1 + Math.floor(random() * 2))) {
      const dent = random() < 0.2 ? Math.floor(random() * points) : -1
      for (let i = 0; i < points; i++) {
        const angle = (i / points) * 2 * Math.PI
        const reach = radius * (i === dent ? -0.9 : 0.8 + random() * 0.4)
        coords.push(Math.round(reach * Math.cos(angle)), Math.round(reach * Math.sin(angle)))
      }
      ringEnds.push(coords.length / 2)
    }
    const rings = { coords: Int32Array.from(coords), ringEnds: Uint32Array.from(ringEnds) }
    const isMeeting = hasContact(rings)
    verdicts[isMeeting ? 'meeting' : 'apart']++
    expect(new EdgeContacts(rings).find(), `round ${round}`).toBe(isMeeting)
  }
  expect(Math.min(verdicts.meeting, verdicts.apart)).toBeGreaterThan(30)
})
