import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import type { Model } from '@service/engine'
import { compile, createCustomizer, explainList, list, update } from '@service/engine'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { flattenJsonColumn, flattenRelation } from './index.js'
import { call } from './testing/open-model.js'

describe('flattened columns and relations', () => {
  let folder: string
  let model: Model
  let close: () => Promise<void>
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flattener-'))
    const path = join(folder, 'data.db')
    const database = new Libsql(path)
    database.exec(`
      create table makers (id integer primary key, meta json not null);
      create table products (id int primary key, maker_id integer references makers (id), doc json);
      insert into makers values (1, '{"city":"Paris","zip":"1"}');
      insert into products values (1, 1, '{"twin":2}'), (2, null, '{"twin":9}');
    `)
    database.close()
    const open = createSqlDataSource(`sqlite:${path}`)
    const dataSource = await open(
      () => {},
      async () => {},
    )
    close = () => dataSource.close()
    const customizer = createCustomizer()
    customizer.customizeCollection('makers', makers =>
      makers.use(flattenJsonColumn, { columnName: 'meta', columnType: { city: 'String' } }),
    )
    customizer.customizeCollection('products', products =>
      products
        .use(flattenJsonColumn, { columnName: 'doc', columnType: { twin: 'Number' } })
        .use(flattenRelation, { relationName: 'maker', include: ['meta@@@city'] })
        .addManyToOneRelation('twin', 'products', { foreignKey: 'doc@@@twin' }),
    )
    model = await compile([{ dataSource }], customizer.journal)
  })
  afterEach(async () => {
    await close()
    await rm(folder, { recursive: true })
  })

  const products = (projection: readonly string[]) => ({
    collection: model.collection('products'),
    filter: {},
    sort: [{ field: 'maker@@@meta@@@city', ascending: false }],
    projection,
  })

  it('sorts by a member of a related document in one statement', async () => {
    const query = products(['id', 'maker@@@meta@@@city'])
    expect(await explainList(query, call)).toContain(
      'join maker(meta@@@city)  order by maker:meta@@@city desc, id',
    )
    expect(await list(query, call)).toEqual([
      { id: 1, 'maker@@@meta@@@city': 'Paris' },
      { id: 2, 'maker@@@meta@@@city': null },
    ])
  })

  it('writes into the related document, and makes the record that was missing', async () => {
    const { collection } = products([])
    expect(await update(collection, {}, { 'maker@@@meta@@@city': 'Oslo' }, call)).toBe(2)
    expect(await list(products(['maker:meta']), call)).toEqual([
      { maker: { meta: { city: 'Oslo', zip: '1' } } },
      { maker: { meta: { city: 'Oslo' } } },
    ])
  })

  it('follows a relation whose key is a member, in batches', async () => {
    const query = products(['id', 'twin:id'])
    expect(await explainList(query, call)).toContain('join     twin <- products by doc@@@twin = id')
    expect(await list(query, call)).toEqual([
      { id: 1, twin: { id: 2 } },
      { id: 2, twin: null },
    ])
  })
})
