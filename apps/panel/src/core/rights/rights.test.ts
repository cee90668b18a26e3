import { chooseRounds } from '@service/test-support'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  actionNames,
  collectionNames,
  documents,
  edited,
  fieldNames,
  makeEdits,
  manyEdits,
  tidy,
} from '../testing/random-rights.js'
import {
  changeActionRights,
  followDefault,
  giveOwnRights,
  setCollectionRight,
  setDefaultRight,
} from './edit-rights.js'
import { keepMine, mergeRights } from './merge-rights.js'
import { getCellKey, listCells } from './rights-cells.js'
import { applyRightsChanges, listRightsChanges, revertRightsChange } from './rights-difference.js'
import {
  type RightsDocument,
  readActionRights,
  readCollectionRights,
  readFieldRights,
  rightNames,
} from './rights-document.js'
import {
  editRole,
  emptyDraft,
  isOutdated,
  listRightsToSave,
  rebaseDraft,
  type StoredRights,
} from './rights-draft.js'

import { summariseRights } from './summarise-rights.js'

const rounds = chooseRounds(30, 400)

const store = (rights: RightsDocument, tag = 'a'): StoredRights => ({
  role: { id: 1, name: 'Support' },
  rights,
  tag,
})

/** What a document means, asked as the agent asks. */
function readMeaning(document: RightsDocument) {
  return collectionNames.map(collection => [
    rightNames.map(name => readCollectionRights(document, collection).rights[name] === true),
    fieldNames.map(field => {
      const { read, edit } = readFieldRights(document, collection, field)
      return [read, edit]
    }),
    actionNames.map(action => readActionRights(document, collection, action)),
  ])
}

describe('what is saved', () => {
  it('equals the difference shown, made on what is stored', () => {
    fc.assert(
      fc.property(documents, manyEdits, (before, all) => {
        const [saved] = listRightsToSave(
          editRole(emptyDraft, store(before), rights => makeEdits(rights, all)),
        )
        if (!saved) {
          expect(tidy(makeEdits(before, all))).toEqual(tidy(before))
          return
        }
        expect(saved.changes.length).toBeGreaterThan(0)
        expect(saved.rights).toEqual(applyRightsChanges(before, saved.changes))
        expect(saved.rights).toEqual(tidy(makeEdits(before, all)))
        expect(readMeaning(saved.rights)).toEqual(readMeaning(makeEdits(before, all)))
      }),
      { numRuns: rounds },
    )
  })

  it('is undone by taking back each difference shown', () => {
    fc.assert(
      fc.property(documents, manyEdits, (before, all) => {
        const after = makeEdits(before, all)
        const changes = listRightsChanges(before, after)
        expect(applyRightsChanges(after, changes.map(revertRightsChange))).toEqual(tidy(before))
      }),
      { numRuns: rounds },
    )
  })

  it('has only cells that differ', () => {
    fc.assert(
      fc.property(documents, documents, (before, after) => {
        for (const { before: was, after: is } of listRightsChanges(before, after)) {
          expect(is).not.toEqual(was)
        }
        expect(applyRightsChanges(before, listRightsChanges(before, after))).toEqual(tidy(after))
      }),
      { numRuns: rounds },
    )
  })
})

describe('rights of its own', () => {
  it('change nothing at first, whatever the default is', () => {
    fc.assert(
      fc.property(documents, edited, (document, collection) => {
        expect(readMeaning(giveOwnRights(document, collection))).toEqual(readMeaning(document))
      }),
      { numRuns: rounds },
    )
  })

  it('differ from the default in the cell that was set, and in nothing else', () => {
    fc.assert(
      fc.property(
        documents,
        edited,
        fc.constantFrom(...rightNames),
        fc.boolean(),
        (document, collection, name, is) => {
          const next = setCollectionRight(document, collection, name, is)
          const { rights } = readCollectionRights(next, collection.name)
          const before = readCollectionRights(document, collection.name).rights
          for (const each of rightNames)
            expect(rights[each]).toBe(each === name ? is : before[each])
        },
      ),
      { numRuns: rounds },
    )
  })
})

describe('a summary of rights', () => {
  const none = { browse: false, read: false, add: false, edit: false, delete: false, export: false }
  it('says what holds by default, and counts collections with rights of their own', () => {
    const summarise = (defaults: Partial<typeof none>, collections = {}) =>
      summariseRights({ defaults: { ...none, ...defaults }, collections })
    expect(summarise({}, { orders: none, '7': none })).toEqual({
      byDefault: 'nothing',
      ownCount: 2,
    })
    expect(summarise({ browse: true, read: true }).byDefault).toBe('reading')
    expect(summarise({ browse: true, edit: true }).byDefault).toBe('some')
    const all = Object.fromEntries(rightNames.map(name => [name, true]))
    expect(summarise(all)).toEqual({ byDefault: 'everything', ownCount: 0 })
  })
})

describe('the rights on an action', () => {
  const none = Object.fromEntries(rightNames.map(name => [name, false])) as Record<
    (typeof rightNames)[number],
    boolean
  >
  const document: RightsDocument = { defaults: none, collections: {} }
  const orders = { name: 'orders', actions: ['Refund'] }
  const isLarge = { field: 'total', operator: 'greater_than', value: 100 }

  it('lose a condition together with the right that it restricts', () => {
    const given = changeActionRights(document, orders, 'Refund', {
      trigger: true,
      requireApproval: true,
      requireApprovalCondition: isLarge,
    })
    expect(readActionRights(given, 'orders', 'Refund').requireApprovalCondition).toEqual(isLarge)
    const taken = changeActionRights(given, orders, 'Refund', { requireApproval: false })
    expect(taken.collections.orders?.actions).toEqual({
      Refund: { trigger: true, requireApproval: false, approve: false, selfApprove: false },
    })
  })

  it('are not listed when there are none', () => {
    const given = changeActionRights(document, orders, 'Refund', { trigger: true })
    const taken = changeActionRights(given, orders, 'Refund', { trigger: false })
    expect(taken.collections.orders).toEqual(none)
  })
})

describe('two administrators', () => {
  const none = { browse: false, read: false, add: false, edit: false, delete: false, export: false }
  const base: RightsDocument = {
    defaults: none,
    collections: { orders: { ...none, browse: true }, customers: none },
  }
  const orders = { name: 'orders', actions: ['Refund'] }
  const customers = { name: 'customers', actions: [] }
  const isMine = { field: 'owner', operator: 'equal', value: '{{currentUser.email}}' }
  const isLarge = { field: 'total', operator: 'greater_than', value: 100 }

  it('who change different cells both keep their changes', () => {
    const mine = setCollectionRight(base, orders, 'read', true)
    const theirs = setDefaultRight(setCollectionRight(base, orders, 'edit', true), 'browse', true)
    const { document, conflicts } = mergeRights(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(document.collections.orders).toEqual({ ...none, browse: true, read: true, edit: true })
    expect(document.defaults.browse).toBe(true)
  })

  it('who change the same are asked, and theirs stays until mine is chosen', () => {
    const begun = changeActionRights(base, orders, 'Refund', { trigger: true })
    const mine = changeActionRights(begun, orders, 'Refund', { triggerCondition: isMine })
    const theirs = changeActionRights(begun, orders, 'Refund', { triggerCondition: isLarge })
    const merged = mergeRights(begun, mine, theirs)
    expect(merged.conflicts.map(({ subject }) => subject)).toEqual([
      { kind: 'action', collection: 'orders', action: 'Refund', name: 'triggerCondition' },
    ])
    expect(merged.document).toEqual(theirs)
    const chosen = keepMine(merged, new Set(merged.conflicts.map(({ key }) => key)))
    expect(chosen).toEqual(mine)
  })

  it('of whom one made a collection follow the default decide about all of it', () => {
    const mine = setCollectionRight(base, customers, 'delete', true)
    const theirs = followDefault(base, 'customers')
    const merged = mergeRights(base, mine, theirs)
    expect(merged.conflicts.map(({ subject }) => subject)).toEqual([
      { kind: 'listing', collection: 'customers' },
    ])
    expect(merged.document).toEqual(theirs)
    const chosen = keepMine(merged, new Set(merged.conflicts.map(({ key }) => key)))
    expect(chosen).toEqual(mine)
  })

  it('lose nothing: what only one changed is in the result, and conflicts are decided as chosen', () => {
    fc.assert(
      fc.property(documents, manyEdits, manyEdits, (before, my, their) => {
        const [mine, theirs] = [makeEdits(before, my), makeEdits(before, their)]
        const merged = mergeRights(before, mine, theirs)
        if (my.length === 0) expect(tidy(merged.document)).toEqual(tidy(theirs))
        if (their.length === 0) expect(tidy(merged.document)).toEqual(tidy(mine))
        const all = new Set(merged.conflicts.map(({ key }) => key))
        const cells = listCells(keepMine(merged, all))
        for (const { cell, after } of listRightsChanges(before, mine)) {
          expect(cells.get(getCellKey(cell))?.value).toEqual(after)
        }
      }),
      { numRuns: rounds },
    )
  })

  it('make a draft anew on what is stored now', () => {
    const draft = editRole(emptyDraft, store(base), rights =>
      setCollectionRight(rights, orders, 'read', true),
    )
    const theirs = store(setCollectionRight(base, orders, 'edit', true), 'b')
    expect([isOutdated(draft, [store(base)]), isOutdated(draft, [theirs])]).toEqual([false, true])
    const rebased = rebaseDraft(draft, [theirs])
    expect(rebased.conflicts).toEqual([])
    expect(isOutdated(rebased.draft, [theirs])).toBe(false)
    const [saved] = listRightsToSave(rebased.draft)
    expect([saved?.tag, saved?.changes.length]).toEqual(['b', 1])
    expect(rebaseDraft(draft, []).draft.size).toBe(0)
  })
})
