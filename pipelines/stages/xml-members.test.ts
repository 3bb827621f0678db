import { expect, test } from 'vitest'
import { XmlMembers } from './xml-members.ts'

/** Scans a document in pieces of a length and returns the reports. */
function scanned(text: string, length = text.length) {
  const scan = new XmlMembers()
  for (let at = 0; at < text.length; at += length) scan.read(text.slice(at, at + length))
  const { features, isTruncated, isWhole, isOther, attributes } = scan
  return { features, isTruncated, isWhole, isOther, attributes }
}

const TRAPS =
  '<?xml version="1.0"?><!DOCTYPE a><!-- > <a:member> --><w:FeatureCollection at="a > b" one=\'"\'>' +
  '<g:boundedBy><g:member/></g:boundedBy><w:member at="/>"><a><g:member/><![CDATA[ > </w:member>]]></a>' +
  '</w:member><!-- <w:member/> > --><w:member/><g:featureMembers><a/><b>2 > 1</b></g:featureMembers>' +
  '<w:member><w:FeatureCollection><w:member><a/></w:member><w:member><a/></w:member>' +
  '</w:FeatureCollection></w:member><w:additionalObjects><w:SimpleFeatureCollection><w:member/>' +
  '</w:SimpleFeatureCollection></w:additionalObjects></w:FeatureCollection>\n'

test('members are counted where they are, in pieces of any length', () => {
  const expected = {
    ...{ features: 6, isTruncated: false, isWhole: true, isOther: false },
    attributes: ' at="a > b" one=\'"\'',
  }
  for (const length of [TRAPS.length, 1, 2, 3, 5, 7, 64])
    expect(scanned(TRAPS, length), `${length} characters`).toEqual(expected)
})

test('a document that ends anywhere before its end is not whole', () => {
  const end = TRAPS.trimEnd().length
  for (let length = 1; length < end; length++)
    expect(scanned(TRAPS.slice(0, length)).isWhole, `${length} characters`).toBe(false)
})

test('truncatedResponse counts as a child of the collection, not of a feature', () => {
  const inside = (text: string) => scanned(`<FeatureCollection>${text}</FeatureCollection>`)
  expect(inside('<w:truncatedResponse/>').isTruncated).toBe(true)
  expect(inside('<member><a><truncatedResponse/></a></member>').isTruncated).toBe(false)
})

test('another document, or a text that is not XML, is not an answer', () => {
  expect(scanned('<html><FeatureCollection/></html>').isOther).toBe(true)
  expect(scanned('<a:FeatureCollection/>')).toMatchObject({ isWhole: true, features: 0 })
  expect(scanned(`<FeatureCollection a="${'b'.repeat(2 ** 23)}`).isOther).toBe(true)
})
