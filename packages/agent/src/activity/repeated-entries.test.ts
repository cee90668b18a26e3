import { describe, expect, it } from 'vitest'
import type { NewEntry } from './outbox.js'
import { createRepeatedEntries } from './repeated-entries.js'

const entry = (over: Partial<NewEntry> = {}): NewEntry => ({
  type: 'read',
  action: 'index',
  userId: 1,
  teamName: 'Operations',
  collectionName: 'orders',
  ...over,
})

describe('entries that are repeated', () => {
  it.each([
    { userId: 2 },
    { teamName: 'Sales' },
    { collectionName: 'customers' },
    { collectionName: undefined },
    { action: 'search' },
  ])('are told apart by %o', other => {
    const entries = createRepeatedEntries(10)
    const known = entry()
    entries.keep(known)
    expect(entries.find(entry())).toBe(known)
    expect(entries.find(entry(other))).toBeUndefined()
  })

  it('never are more than there is room for', () => {
    const entries = createRepeatedEntries(10)
    for (let userId = 0; userId < 25; userId += 1) entries.keep(entry({ userId }))
    const found = Array.from({ length: 25 }, (_, userId) => entries.find(entry({ userId })))
    expect(found.filter(Boolean)).toHaveLength(5)
    expect(found[24]).toBeDefined()
  })
})
