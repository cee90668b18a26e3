const quote = 0x22
const backslash = 0x5c
/**
 * Setting this bit turns `[` into `{` and `]` into `}`, and no other character into one of them.
 */
const alike = 0x20
const opening = 0x7b
const closing = 0x7d

/** Whether a JSON text nests brackets deeper than `deepest`, found without parsing it. */
export function nestsDeeper(json: Uint8Array, deepest: number): boolean {
  const { length } = json
  if (length <= deepest) return false
  let depth = 0
  for (let at = 0; at < length; at++) {
    const byte = json[at]!
    if (byte === quote) at = textEnd(json, at + 1)
    else if ((byte | alike) === opening) {
      if (++depth > deepest) return true
    } else if ((byte | alike) === closing) depth--
  }
  return false
}

/** Index of the closing quote of a string that began before `from`. */
function textEnd(json: Uint8Array, from: number): number {
  let at = from
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
