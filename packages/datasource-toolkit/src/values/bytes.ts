/** What the toolkit does with bytes. */
export interface Bytes {
  /** Compares byte by byte; of two that begin alike, the shorter one comes first. */
  compare(a: Uint8Array, b: Uint8Array): number
  formatHex(bytes: Uint8Array): string
  /** Expects pairs of hexadecimal digits. */
  parseHex(text: string): Uint8Array
  /** Expects digits of base64; padding may be absent. */
  parseBase64(text: string): Uint8Array
}

const withBuffer: Bytes = {
  compare: (a, b) => Buffer.compare(a, b),
  formatHex: bytes => Buffer.from(bytes).toString('hex'),
  parseHex: text => new Uint8Array(Buffer.from(text, 'hex')),
  parseBase64: text => new Uint8Array(Buffer.from(text, 'base64')),
}

/** For browsers, which do not have `Buffer`. */
export const portableBytes: Bytes = {
  compare(a, b) {
    const length = Math.min(a.length, b.length)
    for (let index = 0; index < length; index++) {
      const difference = a[index]! - b[index]!
      if (difference !== 0) return Math.sign(difference)
    }
    return Math.sign(a.length - b.length)
  },
  formatHex: bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join(''),
  parseHex: text =>
    Uint8Array.from({ length: text.length / 2 }, (_, index) =>
      Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
    ),
  parseBase64(text) {
    const digits = text.replace(/={1,2}$/, '')
    // A digit that is left over holds less than a byte.
    const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits
    return Uint8Array.from(atob(whole), character => character.charCodeAt(0))
  },
}

export const bytes: Bytes = typeof Buffer === 'undefined' ? portableBytes : withBuffer
