/** TIFF 6.0, section 13: codes of 9 to 12 bits, 256 clears the table, 257 ends. */
const CLEAR = 256
const END = 257
/** The table is cleared before its codes would need 13 bits. */
const LAST_CODE = 4093

/** The code that follows a code and a byte, 0 for none yet. All 0 between two calls. */
const children = new Uint16Array(4096 * 256)
/** Index in `children` of each code, for clearing. */
const used = new Uint32Array(4096)

/**
 * LZW as TIFF has it. Written here because a deflater's output may change with its version and the
 * processor, and the sample's bytes may not.
 */
export function lzw(bytes: Uint8Array): Buffer {
  const out = Buffer.alloc(Math.ceil((bytes.length * 3) / 2) + 16)
  let [length, held, heldBits] = [0, 0, 0]
  let [width, next] = [9, END + 1]
  const put = (code: number): void => {
    held = (held << width) | code
    heldBits += width
    while (heldBits >= 8) {
      heldBits -= 8
      out[length++] = (held >> heldBits) & 0xff
    }
    held &= (1 << heldBits) - 1
  }
  put(CLEAR)
  let code = bytes[0]
  for (let i = 1; i < bytes.length; i++) {
    const slot = code * 256 + bytes[i]
    if (children[slot] !== 0) {
      code = children[slot]
      continue
    }
    put(code)
    code = bytes[i]
    children[slot] = next
    used[next] = slot
    next++
    if (next > LAST_CODE) {
      put(CLEAR)
      forget(next)
      width = 9
      next = END + 1
    } else if (next > (1 << width) - 1) width++
  }
  put(code)
  put(END)
  forget(next)
  if (heldBits > 0) out[length++] = (held << (8 - heldBits)) & 0xff
  return out.subarray(0, length)
}

function forget(next: number): void {
  for (let code = END + 1; code < next; code++) children[used[code]] = 0
}
