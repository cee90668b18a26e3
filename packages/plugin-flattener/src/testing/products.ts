import type { Row } from '@service/datasource-toolkit'
import type { FlattenJsonColumnOptions } from '../index.js'

/**
 * Documents of three levels; some lack members, parents or everything, some have values of the
 * wrong type.
 */
export const products: readonly Row[] = [
  {
    id: 1,
    stock: 3,
    meta: {
      color: 'red',
      weight: 1.5,
      isNew: true,
      soldAt: '2024-01-31T23:30:00.000Z',
      tags: ['a', 'b'],
      maker: { name: 'Ann', place: { city: 'Paris', zip: '75001' } },
      extra: 'kept',
    },
  },
  {
    id: 2,
    stock: 3,
    meta: {
      color: 'Blue',
      weight: 10,
      isNew: false,
      soldAt: '2024-02-01T00:30:00+02:00',
      tags: [],
      maker: { name: 'Bob', place: { city: null } },
    },
  },
  { id: 3, stock: 5, meta: { color: null, weight: 9, maker: null, tags: null } },
  { id: 4, stock: 5, meta: null },
  {
    id: 5,
    stock: 5,
    meta: { color: 12, weight: 'heavy', isNew: 'yes', soldAt: 'never', tags: 'a', maker: 'Cid' },
  },
  { id: 6, stock: 5, meta: { maker: { place: [] } } },
]

export const productType = {
  color: 'String',
  weight: 'Number',
  isNew: 'Boolean',
  soldAt: 'Date',
  tags: ['String'],
  maker: { name: 'String', place: { city: 'String', zip: 'String' } },
} as const satisfies FlattenJsonColumnOptions['columnType']
