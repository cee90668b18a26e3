import type { CollectionModel, ColumnModel, FieldModel } from '@service/engine'
import type { CollectionRights, FieldRights } from '@service/service-client'
import { describe, expect, it } from 'vitest'
import { fieldAccess } from './field-rights.js'
import { listInnerColumns, listOuterColumns } from './inner-columns.js'

const column = (name: string, jsonPath?: ColumnModel['jsonPath']) =>
  ({
    kind: 'Column',
    name,
    jsonPath,
    read: { kind: 'stored' },
    export: { name },
  }) as unknown as ColumnModel

/** Customers with two documents, of which some parts, and parts of parts, are columns. */
function customers(): CollectionModel {
  const fields: FieldModel[] = [
    column('name'),
    column('address'),
    column('address@iban', { column: 'address', path: ['iban'] }),
    column('address@geo', { column: 'address', path: ['geo'] }),
    column('address@geo@lat', { column: 'address', path: ['geo', 'lat'] }),
    column('address@geo@lat@deep', { column: 'address', path: ['geo', 'lat', 'deep'] }),
    column('address@geo@x@y', { column: 'address', path: ['geo', 'x', 'y'] }),
    column('address@lat', { column: 'address', path: ['lat'] }),
    column('address@lat@geo', { column: 'address', path: ['lat', 'geo'] }),
    column('meta'),
    column('meta@geo', { column: 'meta', path: ['geo'] }),
    {
      kind: 'OneToMany',
      name: 'orders',
      export: { name: 'orders' },
      keys: [],
      target: { isExported: false },
    } as unknown as FieldModel,
  ]
  const named = new Map(fields.map(field => [field.name, field]))
  return {
    name: 'customers',
    isExported: true,
    fields: named,
    view: named,
  } as unknown as CollectionModel
}

const collection = customers()
const field = (name: string) => collection.fields.get(name) as ColumnModel
const names = (columns: readonly ColumnModel[]) => columns.map(({ name }) => name)

describe('the parts of a document', () => {
  it.each([
    ['name', []],
    ['orders', []],
    [
      'address',
      [
        'address@iban',
        'address@geo',
        'address@geo@lat',
        'address@geo@lat@deep',
        'address@geo@x@y',
        'address@lat',
        'address@lat@geo',
      ],
    ],
    ['address@geo', ['address@geo@lat', 'address@geo@lat@deep', 'address@geo@x@y']],
    ['address@geo@lat', ['address@geo@lat@deep']],
    ['address@iban', []],
    ['meta', ['meta@geo']],
  ])('of %s are %j', (name, expected) => {
    expect(names(listInnerColumns(collection, field(name)))).toEqual(expected)
    expect(names(listInnerColumns(collection, field(name)))).toEqual(expected)
  })

  it.each([
    ['name', []],
    ['address', []],
    ['address@iban', ['address']],
    ['address@geo@lat', ['address', 'address@geo']],
    ['address@geo@lat@deep', ['address', 'address@geo', 'address@geo@lat']],
    ['address@lat@geo', ['address', 'address@lat']],
    ['meta@geo', ['meta']],
  ])('%s is a part of %j', (name, expected) => {
    expect(names(listOuterColumns(collection, field(name)))).toEqual(expected)
  })
})

describe('rights on parts of documents', () => {
  /** The fields that role 1 may not see, and may not write. */
  const withheld = (fields: Readonly<Record<string, FieldRights>>) => {
    const fresh = customers()
    const rights = new Map([
      ['customers', { fields: new Map(Object.entries(fields)) } as unknown as CollectionRights],
    ])
    const everywhere = { mayRead: () => true, mayEdit: () => true }
    const { hiddenIn, lockedIn } = fieldAccess(rights, 1, everywhere)
    const list = (found: ReadonlySet<FieldModel> | undefined) =>
      found && [...found].map(({ name }) => name)
    return { hidden: list(hiddenIn(fresh)), locked: list(lockedIn(fresh)) }
  }
  const above = ['address', 'address@geo']
  const below = ['address@geo@lat', 'address@geo@lat@deep']

  it('are all granted when no field has rights of its own, or those of another role', () => {
    const none = { hidden: undefined, locked: undefined }
    expect(withheld({})).toEqual(none)
    expect(withheld({ address: { read: { roles: [1] }, edit: true } })).toEqual(none)
  })

  it('go with the whole, and the whole goes with them', () => {
    const closed = { read: false, edit: { roles: [2] } }
    const both = (found: string[]) => ({ hidden: found, locked: found })
    expect(withheld({ 'address@geo@lat': closed })).toEqual(both([...above, ...below]))
    expect(withheld({ 'address@geo@lat@deep': closed })).toEqual(both([...above, ...below]))
    expect(withheld({ 'address@iban': closed })).toEqual(both(['address', 'address@iban']))
    expect(withheld({ meta: closed })).toEqual(both(['meta', 'meta@geo']))
  })

  it('tell reading from writing', () => {
    expect(withheld({ 'meta@geo': { read: true, edit: false } })).toEqual({
      hidden: undefined,
      locked: ['meta', 'meta@geo'],
    })
    expect(withheld({ 'meta@geo': { read: false, edit: true } })).toEqual({
      hidden: ['meta', 'meta@geo'],
      locked: undefined,
    })
  })
})
