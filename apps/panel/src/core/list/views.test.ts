import type { View, ViewState } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import { formatListState, type ListState, parseListState } from './list-state.js'
import {
  applyView,
  buildViewState,
  changeAddress,
  findView,
  findWantedView,
  hasViewState,
  isViewChanged,
} from './views.js'

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
    const isChanged = (address: ListState) => isViewChanged(saved, applyView(saved, address))
    expect(isChanged({ view: 3, peek: '1' })).toBe(false)
    expect(isChanged({ view: 3, sort: [{ field: 'total' }] })).toBe(false)
    expect(isChanged({ view: 3, sort: [{ field: 'id' }] })).toBe(true)
    expect(isChanged({ view: 3, without: ['filter'] })).toBe(true)
    expect(isChanged({ view: 3, without: ['columns'] })).toBe(false)
  })

  it('do not mind the order of stored members', () => {
    const stored = view({
      sort: [{ isDescending: true, field: 'total' }],
      columns: [{ isPinned: true, width: 90, field: 'total' }],
    })
    const state: ListState = {
      sort: [{ field: 'total', isDescending: true }],
      columns: [{ field: 'total', width: 90, isPinned: true }],
    }
    expect(isViewChanged(stored, state)).toBe(false)
  })

  it('know whether there is anything to save', () => {
    expect(hasViewState({ view: 0, peek: '1', search: '' })).toBe(false)
    expect(hasViewState({ segment: 'Large' })).toBe(true)
  })

  it('are found by the address, else the default one when it asks for nothing', () => {
    const known = { views: [saved], defaultView: 3 }
    expect(findView({}, known)).toBe(saved)
    expect(findView({ peek: '1' }, known)).toBe(saved)
    expect(findView({ view: 0 }, known)).toBeUndefined()
    expect(findView({ search: 'x' }, known)).toBeUndefined()
    expect(findView({ view: 9 }, known)).toBeUndefined()
    expect(findWantedView({ view: 9 }, 3)).toBe(9)
    expect(findWantedView({ view: 0 }, 3)).toBeUndefined()
  })

  it('leave only what differs from them in the address, and read it back the same', () => {
    const known = { views: [saved] }
    const change = (address: ListState, part: Partial<ListState>) => {
      const next = changeAddress(address, known, part)
      expect(parseListState(formatListState(next))).toEqual(next)
      return next
    }
    expect(change({ view: 3 }, { filter: undefined })).toEqual({ view: 3, without: ['filter'] })
    expect(change({ view: 3 }, { search: '' })).toEqual({ view: 3, without: ['search'] })
    const sorted = change({ view: 3, without: ['filter'] }, { sort: [{ field: 'id' }], peek: '1' })
    expect(sorted).toEqual({ view: 3, without: ['filter'], sort: [{ field: 'id' }], peek: '1' })
    const back = change(sorted, { sort: [{ field: 'total' }] })
    expect(back).toEqual({ view: 3, without: ['filter'], peek: '1' })
    expect(applyView(saved, back)).toEqual({
      view: 3,
      peek: '1',
      search: 'ada',
      sort: [{ field: 'total' }],
    })
  })

  it('that are gone or not wanted leave the address as it is', () => {
    expect(changeAddress({ view: 9 }, { views: [saved] }, { search: 'x' })).toEqual({
      view: 9,
      search: 'x',
    })
    const known = { views: [saved], defaultView: 3 }
    expect(changeAddress({ search: 'x' }, known, { search: undefined })).toEqual({ view: 0 })
    expect(changeAddress({}, known, { peek: '1' })).toEqual({ view: 3, peek: '1' })
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
      expect(applyView(view({ filter }), {})).toEqual({ view: 3 })
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
