import { createMemoryDataSource } from '@service/datasource-memory'
import type { ColumnSchema, DataSource, JsonPathColumn, Row } from '@service/datasource-toolkit'
import { describe, expect, it, vi } from 'vitest'
import { createCustomizer } from '../customizer.js'
import { explainList } from '../list.js'
import type { CollectionCustomizer } from '../operations/collection-customizer.js'
import { call } from '../testing/shop.js'
import { update } from '../update.js'
import { compile } from './compile.js'
import type { ChangeRecorder } from './model.js'

const column: Omit<ColumnSchema, 'columnType'> = {
  kind: 'Column',
  operators: new Set(['Equal', 'In']),
  isPrimaryKey: false,
  isReadOnly: false,
  isSortable: true,
  isGroupable: false,
  allowNull: true,
  hasDefault: false,
  validation: [],
}

/** A source that supports every JSON path except those named `odd`, and records its updates. */
async function openSource(updates: Row[]): Promise<DataSource> {
  const open = createMemoryDataSource({
    docs: {
      columns: { id: { type: 'Number', isPrimaryKey: true }, doc: 'Json', other: 'Json' },
      records: [{ id: 1, doc: { a: { size: 1 } } }],
    },
  })
  const dataSource = await open(
    () => {},
    async () => {},
  )
  const withJsonPathColumns = (jsonPathColumns: readonly JsonPathColumn[]): DataSource => ({
    ...dataSource,
    collections: dataSource.collections.map(source => ({
      ...source,
      schema: {
        ...source.schema,
        fields: {
          ...source.schema.fields,
          ...Object.fromEntries(
            jsonPathColumns
              .filter(({ name }) => name !== 'odd')
              .map(({ name, columnType, column: documentColumn, path }) => [
                name,
                { ...column, columnType, jsonPath: { column: documentColumn, path } },
              ]),
          ),
        },
      },
      async update(_where, patch) {
        updates.push(patch)
        return 1
      },
    })),
  })
  return { ...dataSource, withJsonPathColumns }
}

async function open(
  customize: (docs: CollectionCustomizer) => unknown,
  updates: Row[] = [],
  recorder?: ChangeRecorder,
) {
  const customizer = createCustomizer()
  customizer.customizeCollection('docs', customize)
  const model = await compile([{ dataSource: await openSource(updates) }], customizer.journal, {
    recorder,
  })
  return model.collection('docs')
}

const addJsonPath = (docs: CollectionCustomizer, name: string, write?: () => unknown) =>
  docs
    .addField(name, {
      columnType: 'Number',
      dependencies: ['doc'],
      place: { path: ['a', name], write },
      getValues: records => records.map(() => null),
    })
    .emulateFieldFiltering(name)
    .emulateFieldSorting(name)

describe('places inside columns', () => {
  it('are read, filtered and sorted by the source that takes them, in memory otherwise', async () => {
    const collection = await open(docs => {
      addJsonPath(docs, 'size')
      addJsonPath(docs, 'odd')
    })
    const sort = [{ field: 'size', ascending: true }]
    const explain = (operator: 'Equal' | 'LessThan', field: string) =>
      explainList(
        {
          collection,
          filter: { conditionTree: { field, operator, value: 1 } },
          sort,
          projection: [field],
        },
        call,
      )
    expect(await explain('Equal', 'size')).toBe(
      'list docs\n  scan     docs(size)  where size = ?  order by size, id',
    )
    // The source has no such operator.
    expect(await explain('LessThan', 'size')).toContain('  filter   size < ?')
    expect(await explain('Equal', 'odd')).toContain('  compute  odd <- doc\n  filter   odd = ?')
    expect(collection.fields.get('size')).toMatchObject({ isGroupable: false })
  })

  it('are written by the source, unless they are read-only or code replaces it', async () => {
    const updates: Row[] = []
    const fallback = vi.fn(() => ({}))
    const collection = await open(docs => {
      addJsonPath(docs, 'size', fallback)
      addJsonPath(docs, 'fixed')
      addJsonPath(docs, 'odd', fallback)
      addJsonPath(docs, 'doubled', fallback).replaceFieldWriting('doubled', value => ({
        doubled: Number(value) * 2,
      }))
    }, updates)
    await update(collection, {}, { size: '3', doubled: 4 }, call)
    expect(updates).toEqual([{ size: 3, doubled: 8 }])
    expect(fallback).not.toHaveBeenCalled()
    await expect(update(collection, {}, { fixed: 1 }, call)).rejects.toThrow('is read-only')
    await expect(update(collection, {}, { size: 1, doc: {} }, call)).rejects.toThrow(
      "'doc' and 'size' are written together",
    )
    await update(collection, {}, { odd: 1 }, call)
    expect(fallback).toHaveBeenCalledOnce()
  })

  it('are recorded under the name of the column they are inside of', async () => {
    const begin = vi.fn<ChangeRecorder['begin']>(async () => undefined)
    const collection = await open(docs => addJsonPath(docs, 'size', () => ({})), [], { begin })
    await update(collection, {}, { size: 3 }, call)
    expect(begin.mock.calls[0]?.[0]).toMatchObject({
      patch: { doc: { a: { size: 3 } } },
      records: [{ id: 1, doc: { a: { size: 1 } }, other: null }],
    })
    expect(begin.mock.calls[0]?.[0].records[0]).not.toHaveProperty('size')
  })

  it('are inside one column', async () => {
    const failing = open(docs =>
      docs.addField('size', {
        columnType: 'Number',
        dependencies: ['doc', 'other'],
        place: { path: ['a'] },
        getValues: records => records.map(() => null),
      }),
    )
    await expect(failing).rejects.toThrow(
      "'size' is a JSON path inside one column: it needs exactly one dependency",
    )
  })
})
