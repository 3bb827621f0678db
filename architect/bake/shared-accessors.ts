import { createHash } from 'node:crypto'
import { Accessor, type Buffer, type Document } from '@gltf-transform/core'

type Values = Float32Array | Uint16Array | Uint32Array

/** The arrays of numbers of a file, each once. */
export class SharedAccessors {
  private readonly document: Document
  private readonly buffer: Buffer
  private readonly known = new Map<string, Accessor>()

  constructor(document: Document, buffer: Buffer) {
    this.document = document
    this.buffer = buffer
  }

  points(values: Float32Array): Accessor {
    return this.of('VEC3', values)
  }

  pairs(values: Float32Array): Accessor {
    return this.of('VEC2', values)
  }

  rotations(values: Float32Array): Accessor {
    return this.of('VEC4', values)
  }

  numbers(values: Values): Accessor {
    return this.of('SCALAR', values)
  }

  private of(type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4', values: Values): Accessor {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    const key = `${type} ${values.BYTES_PER_ELEMENT} ${createHash('sha1').update(bytes).digest('hex')}`
    const known = this.known.get(key)
    if (known) return known
    const made = this.document
      .createAccessor()
      .setType(Accessor.Type[type])
      .setArray(values as Float32Array<ArrayBuffer>)
      .setBuffer(this.buffer)
    this.known.set(key, made)
    return made
  }
}
