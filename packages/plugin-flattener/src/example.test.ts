import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import type { CollectionCustomizer } from '@service/engine'
import { explainList, list, update } from '@service/engine'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flattenColumn, flattenJsonColumn, flattenRelation } from './index.js'
import { call, type OpenModel, openModel } from './testing/open-model.js'

function customize(products: CollectionCustomizer): void {
  // #region json
  products.use(flattenJsonColumn, {
    columnName: 'meta',
    columnType: {
      color: { columnType: 'Enum', enumValues: ['red', 'blue'] },
      tags: ['String'],
      size: { width: 'Number', height: 'Number' },
    },
  })
  // #endregion

  // #region column
  products.use(flattenColumn, {
    columnName: 'origin',
    columnType: { country: 'String', plant: { name: 'String', opened: 'Date' } },
    include: ['country', 'plant.name'],
    readonly: true,
  })
  // #endregion

  // #region relation
  products.use(flattenRelation, { relationName: 'maker', include: ['name', 'city'] })
  // #endregion
}

describe('the example of the flattener', () => {
  let folder: string
  let opened: OpenModel
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flattener-'))
    const path = join(folder, 'data.db')
    const database = new Libsql(path)
    database.exec(`
      create table makers (id integer primary key, name text, city text);
      create table products (
        id integer primary key, meta json, origin json,
        maker_id integer references makers (id)
      );
      insert into makers values (1, 'Ann', 'Paris');
      insert into products values
        (1, '{"color":"red","size":{"width":3,"depth":9}}', '{"country":"fr"}', 1),
        (2, '{"color":"blue","size":{"width":2},"tags":["new"]}', null, null);
    `)
    database.close()
    opened = await openModel(createSqlDataSource(`sqlite:${path}`), 'products', customize)
  })
  afterAll(async () => {
    await opened.close()
    await rm(folder, { recursive: true })
  })

  it('shows the columns, and lets the database filter and sort by them', async () => {
    const products = opened.model.collection('products')
    const query = {
      collection: products,
      filter: {
        conditionTree: { field: 'meta@@@size@@@width', operator: 'GreaterThan', value: 1 },
      },
      sort: [{ field: 'meta@@@size@@@width', ascending: true }],
      projection: ['id', 'meta@@@color', 'meta@@@tags', 'origin@@@country', 'maker@@@city'],
    } as const
    expect(await explainList(query, call)).toBe(
      `list products
  scan     products(id, meta@@@color, meta@@@tags, origin@@@country) join maker(city)  where meta@@@size@@@width > ?  order by meta@@@size@@@width, id
  compute  maker@@@city <- maker:city
  shape    id, meta@@@color, meta@@@tags, origin@@@country, maker@@@city`,
    )
    expect(await list(query, call)).toEqual([
      {
        id: 2,
        'meta@@@color': 'blue',
        'meta@@@tags': ['new'],
        'origin@@@country': null,
        'maker@@@city': null,
      },
      {
        id: 1,
        'meta@@@color': 'red',
        'meta@@@tags': null,
        'origin@@@country': 'fr',
        'maker@@@city': 'Paris',
      },
    ])
    expect([...products.view.keys()]).not.toContain('meta')
    expect([...products.view.keys()]).toContain('origin')
  })

  it('writes a member, and leaves the others', async () => {
    const products = opened.model.collection('products')
    const first = { conditionTree: { field: 'id', operator: 'Equal', value: 1 } } as const
    await update(products, first, { 'meta@@@size@@@width': 4, 'maker@@@city': 'Lyon' }, call)
    const projection = ['meta', 'maker:city']
    const query = { collection: products, filter: first, sort: [], projection }
    expect(await list(query, call)).toEqual([
      { meta: { color: 'red', size: { width: 4, depth: 9 } }, maker: { city: 'Lyon' } },
    ])
  })
})
