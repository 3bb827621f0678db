import { expect, test } from 'vitest'
import { useGroupOf } from './use-group.ts'

test.each([
  ['URD-1', 'Urban Residence 1 District', 'residential'],
  ['RR&A', 'Rural Residence and Agricultural District', 'residential'],
  ['M&SD', 'Multifamily and Service District', 'mixed_use'],
  ['C-2&R', 'General Commercial & Residential', 'mixed_use'],
  ['DDD', 'Downtown Development District', 'mixed_use'],
  ['GC&S', 'General Commercial and Service District', 'commercial'],
  ['I&S', 'Industry and Service District', 'industrial'],
  ['AG-1', 'General Agriculture', 'agricultural'],
  ['P&O', 'Park and Open Space District', 'open_space'],
  ['P', 'Parking', null],
  ['G&ISD', 'Government and Institutional Service District', 'public'],
  ['WF', 'Waterfront', null],
  ['R6', null, 'residential'],
  ['RS-1', null, 'residential'],
  ['C-2', null, 'commercial'],
  ['I-1', null, 'industrial'],
  ['AG-1', null, 'agricultural'],
  // A code whose letters mean different things to different authorities.
  ['M-1', null, null],
  ['SP', null, null],
])('%s, %s is for %s', (code, name, group) => expect(useGroupOf(code, name)).toBe(group))
