import { describe, expect, test } from 'vitest'
import { projectIdIn, projectPath } from './project-path.ts'
import { formatViewState, INITIAL, parseViewState, type ViewState } from './view-state.ts'

test('a state is the same after its way through an address', () => {
  const states: ViewState[] = [
    INITIAL,
    { ...INITIAL, version: '3', view: 'plan', level: 'level_2', node: 'wall_1a' },
    { ...INITIAL, version: 'draft', panel: 'issues', covers: false },
    { ...INITIAL, section: { axis: 'north', at: 0.37, isFlipped: true } },
    { ...INITIAL, sun: { hour: 8.5, season: 'winter' }, covers: true },
  ]
  for (const state of states) expect(parseViewState(formatViewState(state))).toEqual(state)
  expect(formatViewState(INITIAL)).toBe('')
})

test('parts of an address that mean nothing are ignored, the others are read', () => {
  const state = parseViewState(
    '?version=0&view=4d&level=<b>&node=wall_7&panel=&section=up.30&sun=summer.9999&covers=1',
  )
  expect(state).toEqual({ ...INITIAL, node: 'wall_7' })
  expect(parseViewState('?section=west.101').section).toBeNull()
  expect(parseViewState('?version=-1').version).toBeNull()
})

describe('the path', () => {
  test('names a project, or the list', () => {
    expect(projectIdIn('/projects')).toBeNull()
    expect(projectIdIn('/projects/')).toBeNull()
    expect(projectIdIn('/projects/prj_1')).toBe('prj_1')
    expect(projectIdIn('/projects/a/b')).toBeNull()
    expect(projectIdIn(`/projects/${'a'.repeat(61)}`)).toBeNull()
    expect(projectIdIn(projectPath('prj_Ab-9'))).toBe('prj_Ab-9')
  })
})
