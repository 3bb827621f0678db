import { type PropertyColumn, type PropertyVisitor, TEXT_TYPE } from './flat-properties.ts'
import type { SliceProperties } from './measured-slice.ts'
import { MeasuredTexts, type TextColumn } from './measured-texts.ts'
import { PropertyWriter } from './property-writer.ts'

/**
 * The attributes of a slice's features, or all columns as texts without them. `visit` passes on the
 * values of one feature; null where it returns false.
 */
export function sliceProperties(
  columns: PropertyColumn[],
  count: number,
  wantsTexts: boolean,
  visit: (feature: number, visitor: PropertyVisitor) => boolean,
): (SliceProperties & { texts: TextColumn[] }) | null {
  const propertyStarts = new Float64Array(count)
  const propertyBytes = new Uint32Array(count)
  if (wantsTexts) {
    const named = columns.map(({ name }) => ({ name, type: TEXT_TYPE }))
    const texts = new MeasuredTexts(named, count)
    for (let i = 0; i < count; i++) {
      texts.begin(i)
      if (!visit(i, texts)) return null
    }
    const bytes = new Uint8Array(0)
    return { columns: [], bytes, propertyStarts, propertyBytes, texts: texts.finish() }
  }
  const writer = new PropertyWriter(columns)
  for (let i = 0; i < count; i++) {
    propertyStarts[i] = writer.used
    if (!visit(i, writer)) return null
    propertyBytes[i] = writer.used - propertyStarts[i]
  }
  return { columns, bytes: writer.finish(), propertyStarts, propertyBytes, texts: [] }
}
