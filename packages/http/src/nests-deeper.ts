const quote = 0x22
const backslash = 0x5c
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Whether a JSON text opens more brackets than `deepest` before it closes them, found without parsing it. */
export function nestsDeeper(json: Uint8Array, deepest: number): boolean {
  if (json.byteLength <= deepest) return false
  let depth = 0
  let isText = false
  for (let at = 0; at < json.byteLength; at++) {
    const byte = json[at]!
    if (byte === quote) isText = !isText
    else if (isText) at += byte === backslash ? 1 : 0
    else if (openings.has(byte)) {
      if (++depth > deepest) return true
    } else if (closings.has(byte)) depth--
  }
  return false
}
