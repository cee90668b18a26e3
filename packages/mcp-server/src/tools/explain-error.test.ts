import { describe, expect, it } from 'vitest'
import { explain } from './explain-error.js'

describe('explain', () => {
  it('says that what was asked may still happen after the time ran out', () => {
    const late = new DOMException('The agent did not answer within 60000 ms.', 'TimeoutError')
    expect(explain(late)).toEqual({
      status: 504,
      detail: 'The agent did not answer within 60000 ms. The request may still take effect.',
    })
  })

  it.each([
    new Error('connect ECONNREFUSED 10.0.0.1:5432'),
    Object.assign(new Error('relation "users" does not exist'), { code: '42P01' }),
    Object.assign(new Error('GET http://10.0.0.1/ failed'), { code: 'ERR_HTTP', status: 404 }),
    'a text',
    undefined,
  ])('tells nothing of %s', error => {
    expect(explain(error)).toEqual({ status: 500, detail: 'Unexpected error' })
  })
})
