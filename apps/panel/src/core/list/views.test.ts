import type { View, ViewState } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import { applyView, buildViewState, isViewChanged } from './views.js'

const view = (state: ViewState): View => ({
  id: 3,
  name: 'Refunds',
  icon: null,
  collectionName: 'orders',
  isShared: false,
  owner: { id: 1, name: 'Ana' },
  isOwn: true,
  position: 0,
  state,
  updatedAt: '2026-01-01T00:00:00.000Z',
})

const saved = view({
  search: 'ada',
  filter: { field: 'status', operator: 'equal', value: 'paid' },
  sort: [{ field: 'total' }],
})

describe('views', () => {
  it('give what the address does not say', () => {
    expect(applyView(saved, { view: 3, sort: [], peek: '1' })).toEqual({
      view: 3,
      peek: '1',
      search: 'ada',
      filter: { field: 'status', operator: 'equal', value: 'paid' },
      sort: [],
    })
    expect(applyView(undefined, { search: 'x' })).toEqual({ search: 'x' })
    expect(applyView(saved, { view: 3, search: undefined }).search).toBe('ada')
  })

  it('know whether they were changed', () => {
    expect(isViewChanged(saved, { view: 3, peek: '1' })).toBe(false)
    expect(isViewChanged(saved, { view: 3, sort: [{ field: 'total' }] })).toBe(false)
    expect(isViewChanged(saved, { view: 3, sort: [{ field: 'id' }] })).toBe(true)
  })

  it('store a state without the peek and without unreadable parts', () => {
    expect(
      buildViewState({
        view: 1,
        peek: '1',
        segment: 'Large',
        filter: { aggregator: 'and', conditions: [{ unreadable: '?' }] },
      }),
    ).toEqual({ segment: 'Large' })
  })

  it.each([{}, { conditions: 'x' }, { aggregator: 'and', conditions: [{}, null, 3] }, []])(
    'ignore the stored filter %j',
    filter => {
      expect(applyView(view({ filter }), {})).toEqual({})
    },
  )

  it('read filters in the other spelling', () => {
    const filter = { aggregator: 'Or', conditions: [{ field: 'a', operator: 'Present' }] }
    expect(applyView(view({ filter }), {}).filter).toEqual({
      aggregator: 'or',
      conditions: [{ field: 'a', operator: 'Present' }],
    })
  })
})
