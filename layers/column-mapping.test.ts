import { describe, expect, test } from 'vitest'
import { Column, columnsToRead, columnValue } from './column-mapping.ts'

describe('a column of a mapping', () => {
  const [code, label, area] = [
    Column.parse('ATTRIBUTE'),
    Column.parse(['WETLAND_TYPE', 'WETLAND_TY']),
    Column.parse({ names: 'ACRES', optional: true, null_if: ['0'] }),
  ]

  test('is a name, several names for one, or the long form', () => {
    expect(code).toEqual({ names: ['ATTRIBUTE'], optional: false, null_if: [] })
    expect(label).toEqual({ names: ['WETLAND_TYPE', 'WETLAND_TY'], optional: false, null_if: [] })
    expect(area).toEqual({ names: ['ACRES'], optional: true, null_if: ['0'] })
    for (const wrong of ['', [], { names: [] }, { name: 'ACRES' }, null])
      expect(Column.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  })

  test('must be in the file under one of its names, unless it is optional', () => {
    expect(columnsToRead([code, null, label, undefined, area])).toEqual({
      columns: [['ATTRIBUTE'], ['WETLAND_TYPE', 'WETLAND_TY']],
      optionalColumns: ['ACRES'],
    })
  })

  test('has the value of the first name with one, and null for what means "not known"', () => {
    expect(columnValue({ WETLAND_TYPE: null, WETLAND_TY: 'Pond' }, label)).toBe('Pond')
    expect(columnValue({ WETLAND_TYPE: 'Lake', WETLAND_TY: 'Pond' }, label)).toBe('Lake')
    expect([columnValue({ ACRES: ' 0 ' }, area), columnValue({ ACRES: 0 }, area)]).toEqual([
      null,
      null,
    ])
    expect(columnValue({ ACRES: 2.5 }, area)).toBe(2.5)
    expect([columnValue({}, code), columnValue({ ATTRIBUTE: 'PEM1C' }, null)]).toEqual([null, null])
  })
})
