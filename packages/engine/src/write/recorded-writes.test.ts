import { ConflictError } from '@service/base'
import { createMemoryDataSource } from '@service/datasource-memory'
import type { CollectionSource, Row } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { executeAction, findAction } from '../actions/execute-action.js'
import { create } from '../create.js'
import { createLinked } from '../create-linked.js'
import { createCustomizer } from '../customizer.js'
import { list } from '../list.js'
import { compile } from '../model/compile.js'
import type { ChangeRecorder, CollectionModel, EngineCall, ToOneModel } from '../model/model.js'
import type { CollectionCustomizer } from '../operations/collection-customizer.js'
import { remove } from '../remove.js'
import { call } from '../testing/shop.js'
import { update } from '../update.js'
import { updateExpectedRecord } from '../update-expected-record.js'
import { updateRecord } from '../update-record.js'

const key = { type: 'Number', isPrimaryKey: true, isGenerated: true } as const
const outer: EngineCall = { ...call, isOuter: true }
const everything = {}
const idIs = (value: unknown) => ({
  conditionTree: { field: 'id', operator: 'Equal', value } as const,
})

/** Records one line per change: its kind, its records and how it ended. */
function createRecorder(lines: string[], refuse?: Error): ChangeRecorder {
  const print = (rows: readonly (Row | undefined)[] | undefined) =>
    rows ? rows.map(row => row?.name ?? row?.text ?? '-').join(',') : '?'
  return {
    async begin({ operation, collection, records, action, isPartial }) {
      const name = `${action ?? operation} ${collection.name}`
      const part = isPartial ? ' and more' : ''
      lines.push(
        records.length > 5 ? `${name} ${records.length}${part}` : `${name} ${print(records)}`,
      )
      if (refuse) throw refuse
      return {
        done: async after => {
          if (!after || after.length <= 5) lines.push(`  now ${print(after)}`)
        },
        failed: async (error, after) => {
          const reason = error instanceof Error ? error.name : String(error)
          lines.push(`  failed ${reason}${after ? ` now ${print(after)}` : ''}`)
        },
      }
    },
  }
}

async function open(
  options: {
    readonly people?: number
    readonly customize?: (people: CollectionCustomizer) => unknown
    readonly refuse?: Error
  } = {},
) {
  const { people = 3, customize, refuse } = options
  const lines: string[] = []
  const dataSource = await createMemoryDataSource({
    people: {
      columns: { id: key, name: 'String', team_id: 'Number' },
      relations: {
        team: {
          kind: 'ManyToOne',
          foreignCollection: 'teams',
          keys: [{ from: 'team_id', to: 'id' }],
        },
      },
      records: Array.from({ length: people }, (_, index) => ({ name: `p${index}`, team_id: 1 })),
    },
    teams: { columns: { id: key, name: 'String' }, records: [{ name: 'red' }] },
    notes: {
      columns: { text: 'String' },
      records: Array.from({ length: 1001 }, () => ({ text: 'same' })),
    },
  })(
    () => {},
    async () => {},
  )
  const customizer = createCustomizer()
  if (customize) customizer.customizeCollection('people', customize)
  const recorder = createRecorder(lines, refuse)
  const model = await compile([{ dataSource }], customizer.journal, { recorder })
  const names = async (collection: CollectionModel) =>
    (await list({ collection, filter: {}, sort: [], projection: ['name'] }, call)).map(
      ({ name }) => name,
    )
  return { model, lines, people: model.collection('people'), names }
}

describe('a recorder of changes', () => {
  it('sees a creation, with the key the source gave', async () => {
    const { people, lines } = await open()
    await create(people, [{ name: 'new' }], outer)
    expect(lines).toEqual(['create people new', '  now new'])
  })

  it('sees records as they were and as they are', async () => {
    const { people, lines } = await open()
    await update(people, idIs(2), { name: 'changed' }, outer)
    await remove(people, idIs(1), outer)
    expect(lines).toEqual(['update people p1', '  now changed', 'delete people p0', '  now -'])
  })

  it('sees what otherwise takes one statement: a record changed and read, a record and its link', async () => {
    const { people, model, lines } = await open()
    await updateRecord({ collection: people, projection: ['id'] }, [1], { name: 'a' }, outer)
    const relation = people.fields.get('team') as ToOneModel
    const query = { collection: model.collection('teams'), projection: ['id'] }
    await createLinked(people, { name: 'b' }, [{ relation, query, id: [1] }], outer)
    expect(lines).toEqual(['update people p0', '  now a', 'create people b', '  now b'])
  })

  it('sees all columns of a record that is changed and read in one statement', async () => {
    const { people, lines } = await open()
    const selected: (readonly string[])[] = []
    const source: CollectionSource = {
      ...people.source,
      updateAndList: async (where, patch, select, given) => {
        selected.push(select.columns)
        const matched = await people.source.update(where, patch, given)
        const rows = await people.source.list({ select, where, orderBy: [] }, given)
        return { matched, rows: patch.name === 'elsewhere' ? [] : rows }
      },
    }
    const query = { collection: { ...people, source }, projection: ['id'] }
    expect(await updateRecord(query, [1], { name: 'a' }, outer)).toEqual({
      isFound: true,
      row: { id: 1 },
    })
    expect(await updateRecord(query, [2], { name: 'elsewhere' }, outer)).toEqual({ isFound: true })
    expect(await updateRecord(query, [99], { name: 'c' }, outer)).toEqual({ isFound: false })
    expect(selected).toEqual(Array(2).fill(['id', 'name', 'team_id']))
    expect(lines).toEqual(['update people p0', '  now a', 'update people p1', '  now elsewhere'])
  })

  it('sees that a record was gone before it could be changed', async () => {
    const { people, lines } = await open()
    const source: CollectionSource = {
      ...people.source,
      updateAndList: async () => ({ matched: 0, rows: [] }),
    }
    const query = { collection: { ...people, source }, projection: ['id'] }
    expect(await updateRecord(query, [1], { name: 'a' }, outer)).toEqual({ isFound: false })
    expect(lines).toEqual(['update people p0', '  failed ConflictError'])
  })

  it('sees a record created together with its link, with the keys that are known before', async () => {
    const { people, model, lines } = await open()
    const announced: Row[] = []
    const recorder: ChangeRecorder = {
      begin(change, given) {
        announced.push(...change.records)
        return createRecorder(lines).begin(change, given)
      },
    }
    for (const reads of [true, false]) {
      const source: CollectionSource = {
        ...people.source,
        createReading: async (row, values, given) => {
          if (!reads) return undefined
          const [created] = await people.source.create([{ ...row, team_id: 1 }], given)
          expect([...values.keys()]).toEqual(['team_id'])
          return created
        },
      }
      const collection = { ...people, source, settings: { ...people.settings, recorder } }
      const relation = people.fields.get('team') as ToOneModel
      const query = { collection: model.collection('teams'), projection: ['id'] }
      const links = [{ relation, query, id: [1] }]
      const created = await createLinked(collection, { name: 'b' }, links, outer)
      expect(created).toMatchObject({ name: 'b', team_id: 1 })
    }
    expect(announced).toEqual(Array(2).fill({ name: 'b', team_id: 1 }))
    expect(lines).toEqual(['create people b', '  now b', 'create people b', '  now b'])
  })

  it('sees nothing of a link that a rule of its column refuses once its key was read', async () => {
    const { people, model, lines, names } = await open({
      customize: given => given.addFieldValidation('team_id', 'GreaterThan', 1),
    })
    const source: CollectionSource = { ...people.source, createReading: async () => undefined }
    const relation = people.fields.get('team') as ToOneModel
    const query = { collection: model.collection('teams'), projection: ['id'] }
    const links = [{ relation, query, id: [1] }]
    await expect(createLinked({ ...people, source }, { name: 'b' }, links, outer)).rejects.toThrow(
      'team_id',
    )
    expect(await names(people)).toEqual(['p0', 'p1', 'p2'])
    expect(lines).toEqual(['create people b', '  failed ValidationError'])
  })

  it('follows a record whose key is changed', async () => {
    const { people, lines } = await open()
    await update(people, idIs(1), { id: 50, name: 'moved' }, outer)
    expect(lines).toEqual(['update people p0', '  now moved'])
  })

  it('sees what is written through a relation, and what code writes', async () => {
    const { people, lines } = await open({
      customize: given =>
        given
          .importField('team_name', { path: 'team:name' })
          .addHook('Before', 'Create', async context => {
            await context.dataSource.getCollection('teams').create([{ name: 'by code' }])
          }),
    })
    await update(people, idIs(1), { team_name: 'blue' }, outer)
    await create(people, [{ name: 'new' }], outer)
    expect(lines).toEqual([
      'update teams red',
      '  now blue',
      'create teams by code',
      '  now by code',
      'create people new',
      '  now new',
    ])
  })

  it('sees what an override writes', async () => {
    const { people, lines } = await open({
      customize: given =>
        given.overrideUpdate(async context => {
          await context.collection.update(context.filter, { name: 'overridden' })
        }),
    })
    await update(people, idIs(1), { name: 'asked' }, outer)
    expect(lines).toEqual([
      'update people p0',
      'update people p0',
      '  now overridden',
      '  now overridden',
    ])
  })

  it('is not asked about records that are not there', async () => {
    const { people, lines } = await open()
    expect(await update(people, idIs(99), { name: 'x' }, outer)).toBe(0)
    expect(await remove(people, idIs(99), outer)).toBe(0)
    expect(lines).toEqual([])
  })

  it('sees a change of many in parts, each of records it has seen', async () => {
    const { people, lines, names } = await open({ people: 2100 })
    expect(await update(people, everything, { name: 'x' }, outer)).toBe(2100)
    expect(await remove(people, everything, outer)).toBe(2100)
    expect(lines).toEqual([
      'update people 1000',
      'update people 1000',
      'update people 100',
      'delete people 1000',
      'delete people 1000',
      'delete people 100',
    ])
    expect(await names(people)).toEqual([])
  })

  it('says that there are more when records without a key cannot be told apart', async () => {
    const { model, lines } = await open()
    await update(model.collection('notes'), everything, { text: 'other' }, outer)
    expect(lines).toEqual(['update notes 1000 and more', '  now ?'])
  })

  it('stops a change by refusing it', async () => {
    const { people, names } = await open({ refuse: new ConflictError('No.') })
    await expect(update(people, everything, { name: 'x' }, outer)).rejects.toThrow('No.')
    await expect(create(people, [{ name: 'x' }], outer)).rejects.toThrow('No.')
    await expect(remove(people, everything, outer)).rejects.toThrow('No.')
    expect(await names(people)).toEqual(['p0', 'p1', 'p2'])
  })

  it('is told of a change that fails', async () => {
    const { people, lines } = await open({
      customize: given =>
        given.overrideDelete(() => {
          throw new ConflictError('Not now.')
        }),
    })
    await expect(remove(people, idIs(1), outer)).rejects.toThrow('Not now.')
    expect(lines).toEqual(['delete people p0', '  failed ConflictError'])
  })

  it('sees the records of an action before and after it, whatever its code did', async () => {
    const { people, lines } = await open({
      customize: given =>
        given
          .addAction('Rename', {
            scope: 'Bulk',
            execute: async (context, resultBuilder) => {
              await context.collection.update(context.filter, { name: 'renamed' })
              return resultBuilder.success()
            },
          })
          .addAction('Fail', {
            scope: 'Bulk',
            execute: (_, resultBuilder) => resultBuilder.error('No.'),
          })
          .addAction('Throw', {
            scope: 'Global',
            execute: () => {
              throw new ConflictError('No.')
            },
          }),
    })
    const run = (name: string) =>
      executeAction(
        { collection: people, action: findAction(people, name), filter: idIs(1), values: {} },
        outer,
      )
    await run('Rename')
    await run('Fail')
    await expect(run('Throw')).rejects.toThrow('No.')
    expect(lines).toEqual([
      'Rename people p0',
      'update people p0',
      '  now renamed',
      '  now renamed',
      'Fail people renamed',
      '  failed No. now renamed',
      'Throw people ',
      '  failed ConflictError now ',
    ])
  })
})

describe('a watch over the changes of a call', () => {
  const watched = () => {
    const seen: string[] = []
    const watch = {
      begin: async () => void seen.push('begin'),
      changed: () => seen.push('changed'),
    }
    return { seen, watching: { ...outer, watch } as EngineCall }
  }

  it('is told before each change, and after one that changed something', async () => {
    const { people } = await open()
    const { seen, watching } = watched()
    await update(people, idIs(99), { name: 'x' }, watching)
    await update(people, idIs(1), { name: 'x' }, watching)
    expect(seen).toEqual(['begin', 'begin', 'changed'])
  })

  it('stops a change by rejecting', async () => {
    const { people, names } = await open()
    const watch = { begin: () => Promise.reject(new Error('No trace.')), changed: () => {} }
    await expect(remove(people, everything, { ...outer, watch })).rejects.toThrow('No trace.')
    expect(await names(people)).toEqual(['p0', 'p1', 'p2'])
  })

  it('hears of what code writes on the way', async () => {
    const { people } = await open({
      customize: given =>
        given.addHook('After', 'List', async context => {
          await context.dataSource.getCollection('teams').create([{ name: 'by code' }])
        }),
    })
    const { seen, watching } = watched()
    await list({ collection: people, filter: {}, sort: [], projection: ['id'] }, watching)
    expect(seen).toEqual(['begin', 'changed'])
  })
})

describe('an update that expects values', () => {
  it('is recorded as failed when another write comes first', async () => {
    const { people, model, lines } = await open()
    const recorder = createRecorder(lines)
    const overtaken: ChangeRecorder = {
      async begin(change, given) {
        const end = await recorder.begin(change, given)
        const where = { field: 'id', operator: 'Equal', value: 1 } as const
        await people.source.update(where, { name: 'faster' }, given)
        return end
      },
    }
    const settings = { ...people.settings, recorder: overtaken }
    const collection = { ...people, settings }
    const query = { collection, projection: ['id'] }
    const result = await updateExpectedRecord(query, [1], { name: 'a' }, { name: 'p0' }, outer)
    expect(result).toEqual({ isFound: true, current: { name: 'faster' } })
    expect(lines).toEqual(['update people p0', '  failed ConflictError'])
    expect(
      await list(
        { collection: model.collection('people'), filter: idIs(1), sort: [], projection: ['name'] },
        call,
      ),
    ).toEqual([{ name: 'faster' }])
  })
})
