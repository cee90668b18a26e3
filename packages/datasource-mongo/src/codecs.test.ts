import { Binary, Decimal128, Long, ObjectId, Timestamp } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { createCodec } from './codecs.js'
import type { StoredType } from './stored-type.js'

const hex = '65a000000000000000000001'
const fits = () => {
  throw new Error('The value fits.')
}

describe('codecOf', () => {
  const pairs: readonly (readonly [StoredType, unknown, unknown])[] = [
    [{ kind: 'string' }, 'a', 'a'],
    [{ kind: 'objectId' }, hex, new ObjectId(hex)],
    [{ kind: 'key' }, hex, new ObjectId(hex)],
    [{ kind: 'key' }, '12', 12],
    [{ kind: 'key' }, '"12"', '12'],
    [{ kind: 'key' }, 'a b', 'a b'],
    [{ kind: 'number' }, 1.5, 1.5],
    [{ kind: 'number' }, 'NaN', Number.NaN],
    [{ kind: 'number' }, '-Infinity', Number.NEGATIVE_INFINITY],
    [{ kind: 'number' }, '9007199254740993', Long.fromString('9007199254740993')],
    [{ kind: 'number' }, '12345678901234567890.5', Decimal128.fromString('12345678901234567890.5')],
    [{ kind: 'decimal' }, 0.1, Decimal128.fromString('0.1')],
    [{ kind: 'boolean' }, false, false],
    [{ kind: 'date' }, '2024-01-31T10:00:00.000Z', new Date('2024-01-31T10:00:00Z')],
    [{ kind: 'day' }, '2024-01-31', '2024-01-31'],
    [{ kind: 'dayAtMidnight' }, '2024-01-31', new Date('2024-01-31T00:00:00Z')],
    [{ kind: 'pair' }, [1, 2.5], [1, 2.5]],
    [{ kind: 'geoJson' }, [1, 2.5], { type: 'Point', coordinates: [1, 2.5] }],
    [{ kind: 'list', element: { kind: 'objectId' } }, [hex, null], [new ObjectId(hex), null]],
    [
      { kind: 'document', fields: { at: { kind: 'date' }, by: { kind: 'objectId' } } },
      { at: '2024-01-31T10:00:00.000Z', by: hex, other: [1] },
      { at: new Date('2024-01-31T10:00:00Z'), by: new ObjectId(hex), other: [1] },
    ],
  ]
  for (const [stored, value, document] of pairs) {
    it(`stores ${JSON.stringify(value)} as ${JSON.stringify(stored)} and reads it back`, () => {
      const codec = createCodec(stored)
      expect(codec.encode(value)).toEqual(document)
      expect(codec.decode(document, fits)).toEqual(value)
    })
  }

  it('keeps null and takes a missing field for it', () => {
    for (const [stored] of pairs) {
      const codec = createCodec(stored)
      expect(codec.encode(null)).toBe(null)
      expect(codec.decode(null, fits)).toBe(null)
      expect(codec.decode(undefined, fits)).toBe(null)
    }
  })

  it('reads what does not fit as text or null, and says so', () => {
    const drifted: readonly (readonly [StoredType, unknown, unknown])[] = [
      [{ kind: 'string' }, 7, '7'],
      [{ kind: 'string' }, { a: new Date(0) }, '{"a":"1970-01-01T00:00:00.000Z"}'],
      [{ kind: 'string' }, new ObjectId(hex), hex],
      [{ kind: 'number' }, '7', null],
      [{ kind: 'date' }, '2024-01-31', null],
      [{ kind: 'date' }, new Date(Number.NaN), null],
      [{ kind: 'uuid' }, new Binary(new Uint8Array(16)), null],
      [{ kind: 'list', element: { kind: 'string' } }, 'a', null],
      [{ kind: 'document', fields: {} }, [1], null],
      [{ kind: 'geoJson' }, { type: 'LineString' }, null],
    ]
    for (const [stored, value, expected] of drifted) {
      let told = 0
      expect(createCodec(stored).decode(value, () => told++)).toEqual(expected)
      expect(told, JSON.stringify(stored)).toBe(1)
    }
  })

  it('reads anything as JSON', () => {
    const value = {
      id: new ObjectId(hex),
      price: Decimal128.fromString('1.10'),
      big: Long.fromString('9007199254740993'),
      bytes: new Binary(new Uint8Array([1, 2])),
      at: new Timestamp(7n),
      pattern: /x/i,
      infinite: Number.POSITIVE_INFINITY,
    }
    expect(createCodec({ kind: 'json' }).decode(value, fits)).toEqual({
      id: hex,
      price: 1.1,
      big: '9007199254740993',
      bytes: 'AQI=',
      at: 7,
      pattern: '/x/i',
      infinite: 'Infinity',
    })
  })

  it('rejects a text that is not an ObjectId', () => {
    expect(() => createCodec({ kind: 'objectId' }).encode('12')).toThrow('24 hexadecimal digits')
  })
})
