import { describe, expect, it } from 'vitest'
import type { Actor } from './actor.js'
import type { NewEntry } from './entry-lines.js'
import { createRepeatedEntries } from './repeated-entries.js'

const ada: Actor = { username: 'ada', userEmail: 'ada@example.com', teamName: 'Operations' }
const entry = (userId = 1): NewEntry => ({
  ...ada,
  type: 'read',
  action: 'index',
  userId,
  collectionName: 'orders',
})

describe('entries that are repeated', () => {
  it.each([
    { userId: 2 },
    { actor: { ...ada, username: 'adele' } },
    { collectionName: 'customers' },
    { collectionName: undefined },
    { action: 'search' },
    { label: 'items' },
  ])('are told apart by %o', other => {
    const entries = createRepeatedEntries(10)
    const known = entry()
    entries.add(known, ada)
    const words = { userId: 1, actor: ada, collectionName: 'orders', action: 'index' }
    const find = (given: Partial<typeof words> & { readonly label?: string }) => {
      const { userId = 0, actor = ada, collectionName, action = '', label } = given
      return entries.find(userId, actor, collectionName, action, label)
    }
    expect(find(words)).toBe(known)
    expect(find({ ...words, ...other })).toBeUndefined()
  })

  it('never are more than there is room for', () => {
    const entries = createRepeatedEntries(10)
    for (let userId = 0; userId < 25; userId += 1) entries.add(entry(userId), ada)
    const found = Array.from({ length: 25 }, (_, userId) =>
      entries.find(userId, ada, 'orders', 'index', undefined),
    )
    expect(found.filter(Boolean)).toHaveLength(5)
    expect(found[24]).toBeDefined()
  })
})
