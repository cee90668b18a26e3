/** A colour as the browser's picker knows it, and how much of what is behind it shows through. */
export interface HexColour {
  /** `#rrggbb`. */
  readonly hex: string
  /** Two digits, empty when the colour is opaque. */
  readonly alpha: string
}

/**
 * Reads a colour of hexadecimal digits; undefined for any other text, such as `rebeccapurple`.
 *
 * @example
 * readHexColour('#FA0') // { hex: '#ffaa00', alpha: '' }
 */
export function readHexColour(text: string): HexColour | undefined {
  const digits = text.trim().toLowerCase().replace(/^#/, '')
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return undefined
  const full = digits.length < 6 ? [...digits].map(digit => digit + digit).join('') : digits
  return { hex: `#${full.slice(0, 6)}`, alpha: full.slice(6) }
}
