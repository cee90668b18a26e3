import { describe, expect, it } from 'vitest'
import { MissingFieldError, UnknownCollectionError } from './errors.js'

const columns = ['id', 'total', 'first_name', 'last_name', 'status', 'shipped_at']

describe('errors about names', () => {
  it('keep their beginning and end with a suggestion', () => {
    expect(new MissingFieldError('orders', 'totl', columns).message).toBe(
      "No field 'totl' on 'orders'. It has: id, total, first_name, last_name, status, shipped_at. Did you mean 'total'?",
    )
    expect(new UnknownCollectionError('ordrs', ['orders', 'customers']).message).toBe(
      "No collection 'ordrs'. There are: orders, customers. Did you mean 'orders'?",
    )
  })
})
