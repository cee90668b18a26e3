import { createAgent } from '@service/agent'
import { createTestAgent } from '@service/agent-testing'
import { createMongoDataSource } from '@service/datasource-mongo'
import { createSqlDataSource } from '@service/datasource-sql'
import { Decimal128, Double, Int32, Long, ObjectId, UUID } from 'mongodb'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { openTestDatabases, type TestDatabases } from './testing/open-test.js'

const postgresUrl = inject('postgresUrl')
const mongoUrl = inject('mongoUrl')

const uuid = '7f3b6f0e-55a1-4b0c-9d5e-0c2f6f1f9a01'
const hex = '65a000000000000000000001'
const capitals = '65A000000000000000000001'

/** A key in PostgreSQL, and how documents may hold the same. */
const kinds: readonly [string, unknown, readonly unknown[]][] = [
  ['integer', 7, [new Int32(7), Long.fromNumber(7), new Double(7), Decimal128.fromString('7')]],
  ['bigint', '9007199254740993', [Long.fromString('9007199254740993')]],
  ['numeric(10,2)', 7.5, [new Double(7.5), Decimal128.fromString('7.50')]],
  ['text', 'A-7', ['A-7']],
  ['text', hex, [new ObjectId(hex)]],
  ['varchar(24)', hex, [new ObjectId(hex)]],
  ['uuid', uuid, [new UUID(uuid).toBinary()]],
]

describe.skipIf(!postgresUrl || !mongoUrl)('keys of two databases', () => {
  let databases: TestDatabases
  beforeAll(async () => {
    databases = await openTestDatabases({ postgresUrl: postgresUrl!, mongoUrl: mongoUrl! })
  })
  afterAll(() => databases?.close())
  afterEach(async () => {
    await databases.orders.query('drop table if exists parents')
    await databases.events.dropDatabase()
  })

  const store = async (type: string, key: unknown, held: readonly unknown[]) => {
    const { orders, events } = databases
    await orders.query(`create table parents (key ${type} primary key, name text not null)`)
    await orders.query('insert into parents values ($1, $2)', [key, 'first'])
    await events.collection('children').insertMany(held.map(parent => ({ parent })))
  }

  const open = (customize: Parameters<typeof createTestAgent>[0]) =>
    createTestAgent(customize, {
      create: options => createAgent({ ...options, logger: () => {} }),
      dataSources: [
        createSqlDataSource(databases.postgres),
        createMongoDataSource(databases.mongo),
      ],
    })

  it.each(kinds)('of type %s relate: %o', async (type, key, held) => {
    await store(type, key, held)
    const test = await open(agent =>
      agent
        .customizeCollection('children', children =>
          children.addManyToOneRelation('origin', 'parents', { foreignKey: 'parent' }),
        )
        .customizeCollection('parents', parents =>
          parents.addOneToManyRelation('children', 'children', { originKey: 'parent' }),
        ),
    )
    try {
      const children = test.client.collection('children')
      const listed = await children.list({ fields: ['origin:name'] })
      expect(listed.map(child => (child.origin as { name: string } | null)?.name)).toEqual(
        held.map(() => 'first'),
      )
      const filters = { field: 'origin:name', operator: 'Equal', value: 'first' } as const
      expect(await children.count({ filters })).toBe(held.length)
      const related = test.client.collection('parents').relation('children', String(key))
      expect(await related.count()).toBe(held.length)
    } finally {
      await test.close()
    }
  })

  it('of different types are refused at the start, by name', async () => {
    await store('integer', 7, ['7'])
    const opening = open(agent =>
      agent.customizeCollection('children', children =>
        children.addManyToOneRelation('origin', 'parents', { foreignKey: 'parent' }),
      ),
    )
    await expect(opening).rejects.toThrow(
      `'children.parent' is "String" but 'parents.key' is "Number": keys need one type.`,
    )
  })

  it('of different types relate through a computed one', async () => {
    await store('integer', 7, ['7', '8', 'seven'])
    const test = await open(agent =>
      // #region computed-key
      agent
        .customizeCollection('children', children =>
          children
            .addField('parentNumber', {
              columnType: 'Number',
              dependencies: ['parent'],
              getValues: records =>
                records.map(({ parent }) => (/^\d+$/.test(`${parent}`) ? Number(parent) : null)),
            })
            .replaceFieldOperator('parentNumber', 'Equal', value => ({
              field: 'parent',
              operator: 'Equal',
              value: String(value),
            }))
            .replaceFieldOperator('parentNumber', 'In', values => ({
              field: 'parent',
              operator: 'In',
              value: (values as unknown[]).map(String),
            }))
            .addManyToOneRelation('origin', 'parents', { foreignKey: 'parentNumber' }),
        )
        // #endregion
        .customizeCollection('parents', parents =>
          parents.addOneToManyRelation('children', 'children', { originKey: 'parentNumber' }),
        ),
    )
    try {
      const children = test.client.collection('children')
      const listed = await children.list({ fields: ['parent', 'origin:name'] })
      const names = listed.map(({ parent, origin }) => [
        parent,
        (origin as { name: string } | null)?.name,
      ])
      expect(Object.fromEntries(names)).toEqual({ 7: 'first', 8: undefined, seven: undefined })
      const filters = { field: 'origin:name', operator: 'Equal', value: 'first' } as const
      expect(await children.count({ filters })).toBe(1)
      expect(await test.client.collection('parents').relation('children', 7).count()).toBe(1)
    } finally {
      await test.close()
    }
  })

  it('that are not written as ObjectIds are in a text column lead nowhere, and break no list', async () => {
    await store('text', hex, [new ObjectId(hex)])
    await databases.orders.query("insert into parents values ('no id', 'second'), ($1, 'third')", [
      capitals,
    ])
    const test = await open(agent =>
      agent.customizeCollection('parents', parents =>
        parents.addManyToOneRelation('document', 'children', { foreignKey: 'key' }),
      ),
    )
    try {
      await databases.events.collection('children').insertOne({ _id: new ObjectId(hex) })
      const listed = await test.client.collection('parents').list({
        fields: ['name', 'document:_id'],
        sort: { field: 'name', ascending: true },
      })
      expect(listed.map(({ document }) => (document as { _id: string } | null)?._id)).toEqual([
        hex,
        undefined,
        undefined,
      ])
      const filters = { field: 'document:_id', operator: 'Present' } as const
      expect(await test.client.collection('parents').count({ filters })).toBe(1)
    } finally {
      await test.close()
    }
  })
})
