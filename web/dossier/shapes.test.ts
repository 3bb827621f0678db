import { expect, test } from 'vitest'
import type { Section } from '../../layers/section.ts'
import { formatStatusCounts, statusLabel } from '../../report/status-labels.ts'
import { drawnGeometry } from './shapes.ts'

const POLYGON = { type: 'Polygon', coordinates: [] }
const feature = (properties = {}) => ({ type: 'Feature', properties, geometry: POLYGON })
const section = (layer: string, data: unknown) => ({ layer, data }) as Section

test('shapes are found wherever the contract puts them', () => {
  const collection = { type: 'FeatureCollection', features: [feature(), feature()] }
  expect(drawnGeometry(section('parcel', { geometry: feature() }))).toHaveLength(1)
  expect(drawnGeometry(section('structures', { geometry: collection }))).toHaveLength(2)
  expect(drawnGeometry(section('elevation', { terrain: { geometry: collection } }))).toHaveLength(2)
  const lines = { frontage: { geometry: { type: 'MultiLineString', coordinates: [] } } }
  expect(drawnGeometry(section('parcel', lines))).toHaveLength(1)
})

test('a section without shapes draws none', () => {
  for (const data of [
    null,
    {},
    { geometry: null },
    { geometry: { type: 'Feature', geometry: null } },
  ])
    expect(drawnGeometry(section('flood', data))).toEqual([])
})

test('a flood zone without a high risk is not filled like water', () => {
  const features = [feature({ is_in_flood_zone: true }), feature({ is_in_flood_zone: false })]
  const drawn = drawnGeometry(
    section('flood', { geometry: { type: 'FeatureCollection', features } }),
  )
  expect(drawn.map(({ properties }) => properties?.is_filled)).toEqual([true, false])
})

test('each status has its own word and shape, and one of a later version is shown', () => {
  const known = ['available', 'empty', 'not_covered', 'not_available'].map(statusLabel)
  expect(new Set(known.map(({ word }) => word)).size).toBe(4)
  expect(new Set(known.map(({ shape }) => shape)).size).toBe(4)
  expect(statusLabel('being_built').word).toBe('being built')
  expect(statusLabel('toString').word).toBe('toString')
})

test('the statuses of a dossier are counted in one line', () => {
  expect(formatStatusCounts(['not_covered', 'available', 'new_word', 'available'])).toBe(
    '2 available, 1 not covered, 1 new word',
  )
})

test('every fifth contour is an index contour and labelled; of few all are', () => {
  const contours = (...feet: number[]) => {
    const features = feet.map((elevation_ft) => feature({ elevation_ft }))
    const terrain = { geometry: { type: 'FeatureCollection', features } }
    return drawnGeometry(section('elevation', { terrain })).map(({ properties }) => properties)
  }
  const many = contours(...Array.from({ length: 12 }, (_, i) => i - 1))
  const feetOf = (name: string) =>
    many.filter((each) => each?.[name]).map((each) => each?.elevation_ft)
  expect(feetOf('is_index')).toEqual([0, 5, 10])
  expect(feetOf('is_labelled')).toEqual([0, 5, 10])
  expect(contours(6, 7).every((each) => each?.is_labelled)).toBe(true)
})
