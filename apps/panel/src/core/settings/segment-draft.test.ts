import type { View } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import {
  buildTestRun,
  listSegmentViews,
  readSegmentDraft,
  type SegmentDraft,
  startSegment,
} from './segment-draft.js'

const draft: SegmentDraft = {
  name: ' Large ',
  collectionName: 'order lines',
  connectionName: 'shop',
  query: ' select id from orders ',
}

describe('a segment in SQL', () => {
  it('begins with the only connection there is', () => {
    expect(startSegment(['shop']).connectionName).toBe('shop')
    expect(startSegment(['shop', 'warehouse']).connectionName).toBe('')
  })

  it('is sent when nothing is missing', () => {
    expect(readSegmentDraft(draft)).toEqual({
      ...draft,
      name: 'Large',
      query: 'select id from orders',
    })
    for (const key of Object.keys(draft)) {
      expect(readSegmentDraft({ ...draft, [key]: ' '.repeat(key === 'name' ? 1 : 0) })).toBe(
        undefined,
      )
    }
  })

  it('is counted without a name', () => {
    expect(buildTestRun({ ...draft, name: '' })).toEqual({
      method: 'GET',
      path: '/order%20lines/count',
      query: { segmentQuery: 'select id from orders', connectionName: 'shop' },
    })
    expect(buildTestRun({ ...draft, query: ' ' })).toBe(undefined)
  })

  it('is used by the views of its collection that name it', () => {
    const view = (name: string, collectionName: string, segment?: string) =>
      ({ name, collectionName, state: segment ? { segment } : {} }) as View
    const views = [
      view('A', 'orders', 'Large'),
      view('B', 'customers', 'Large'),
      view('C', 'orders'),
    ]
    expect(listSegmentViews({ name: 'Large', collectionName: 'orders' }, views)).toEqual(['A'])
  })
})
