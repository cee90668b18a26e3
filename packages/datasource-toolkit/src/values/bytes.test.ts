import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytes, portableBytes } from './bytes.js'

describe('bytes', () => {
  it('are compared and written alike with and without Buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
        expect(portableBytes.compare(a, b)).toBe(bytes.compare(a, b))
        expect(portableBytes.formatHex(a)).toBe(bytes.formatHex(a))
        expect(portableBytes.parseHex(bytes.formatHex(a))).toEqual(a)
      }),
    )
  })

  it('are read alike from base64, also when padding or digits are missing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9+/]*={0,2}$/), text => {
        expect(portableBytes.parseBase64(text)).toEqual(bytes.parseBase64(text))
      }),
    )
  })

  it('are those of a part of a larger buffer', () => {
    const part = new Uint8Array([1, 2, 3, 4]).subarray(1, 3)
    expect(bytes.formatHex(part)).toBe('0203')
    expect(portableBytes.formatHex(part)).toBe('0203')
  })
})
