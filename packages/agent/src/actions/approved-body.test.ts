import type { ActionModel, CollectionModel } from '@service/engine'
import { describe, expect, it } from 'vitest'
import { actionId, actionSlug } from './action-slug.js'
import { toActionBody } from './parse-action-request.js'
import { readSignedRequest } from './run-approved.js'

describe('the body of a request about an action', () => {
  it('has attributes', () => {
    const body = { data: { attributes: { ids: [] } } }
    expect(toActionBody(body)).toEqual({ body, attributes: { ids: [] } })
    for (const wrong of [
      {},
      { data: null },
      { data: 'x' },
      { data: {} },
      { data: { attributes: 1 } },
    ]) {
      expect(() => toActionBody(wrong)).toThrow(expect.objectContaining({ status: 400 }))
    }
  })

  it('may carry a signed request, which is a text', () => {
    const read = (signed_approval_request: unknown) =>
      readSignedRequest({ body: {}, attributes: { signed_approval_request } })
    expect([read(undefined), read(null), read(''), read('x')]).toEqual([
      undefined,
      undefined,
      '',
      'x',
    ])
    for (const wrong of [1, {}, ['x'], true]) {
      expect(() => read(wrong)).toThrow(expect.objectContaining({ code: 'approval_forged' }))
    }
  })
})

describe('the id of an action', () => {
  it('is its collection, its number and its path', () => {
    const [first, second] = ['Look', 'Refund all'].map(name => ({ name })) as ActionModel[]
    const actions = new Map([first!, second!].map(action => [action.name, action]))
    const orders = { name: 'orders', actions } as unknown as CollectionModel
    expect([first!, second!].map(action => actionId(orders, action))).toEqual([
      'orders-0-look',
      'orders-1-refund-all',
    ])
  })
})

describe('the path of an action', () => {
  it.each([
    ['Refund', 'refund'],
    ['Mark as “paid”!', 'mark-as-paid-'],
    ['A--b  c', 'a--b-c'],
    ['Été 2024', '-t-2024'],
  ])('of %s is %s', (name, slug) => {
    expect(actionSlug({ name })).toBe(slug)
  })
})
