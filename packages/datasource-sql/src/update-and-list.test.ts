import type { PGlite } from '@electric-sql/pglite'
import type { CollectionSource, DataSource, SelectNode } from '@service/datasource-toolkit'
import { createPglite } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSqlDataSource } from './create-sql-data-source.js'

const call = { timezone: 'UTC', now: new Date() }

const tables = `
create table shops (id int primary key, code text unique, sales int not null default 0);
create table badges (
  id int primary key, shop_code text unique references shops (code) on update cascade
);
create table plain (id int primary key, amount int, shop_id int not null references shops (id));
create table watched (like plain including all);
create function count_sale() returns trigger language plpgsql as $$
  begin
    update shops set sales = sales + 1 where id = new.shop_id;
    return new;
  end $$;
create trigger count_sale after update on watched for each row execute function count_sale();
create table ruled (like plain including all);
create rule also as on update to ruled do also update shops set sales = 0;
create view sums as select 1 as id, sum(amount)::int as amount from plain;
insert into shops values (1, 'a'), (2, 'b');
insert into badges values (1, 'a');
insert into plain values (1, 10, 1);
insert into watched values (1, 10, 1);
insert into ruled values (1, 10, 1);
create function any_shop() returns trigger language plpgsql as $$
  begin new.shop_id = coalesce(new.shop_id, 1); return new; end $$;
create trigger any_shop before insert on watched for each row execute function any_shop();
`

const joined = (collection: string, as: string, from: string, to: string, columns: string[]) => ({
  as,
  on: [{ from, to }],
  node: { collection, columns, joins: [] },
})
const first = { field: 'id', operator: 'Equal', value: 1 } as const

let pglite: PGlite
let source: DataSource
beforeAll(async () => {
  pglite = await createPglite()
  await pglite.exec(tables)
  const open = createSqlDataSource(pglite)
  source = await open(
    () => {},
    async () => {},
  )
}, 60_000)
afterAll(async () => {
  await source.close()
  await pglite.close()
})

const named = (name: string): CollectionSource =>
  source.collections.find(collection => collection.name === name)!

describe('updateAndList on PostgreSQL', () => {
  const changed = (name: string, patch: object, join?: SelectNode['joins'][number]) =>
    named(name).updateAndList!(
      first,
      { ...patch },
      { collection: name, columns: ['id'], joins: join ? [join] : [] },
      call,
    )
  const toShop = joined('shops', 'shop', 'shop_id', 'id', ['sales'])

  it('serves a table that nothing watches', async () => {
    expect(await changed('plain', { amount: 11 }, toShop)).toEqual({
      matched: 1,
      rows: [{ id: 1, shop: { sales: 0 } }],
    })
  })

  it.each(['watched', 'ruled'])('leaves alone a table that runs code: %s', async name => {
    expect(await changed(name, { amount: 12 }, toShop)).toBe(undefined)
  })

  it('leaves alone what reads a view, which may show the row itself', async () => {
    const toSum = joined('sums', 'sum', 'id', 'id', ['amount'])
    expect(await changed('plain', { amount: 13 }, toSum)).toBe(undefined)
  })

  it('leaves alone a key that cascades to what is read', async () => {
    const toBadge = joined('badges', 'badge', 'code', 'shop_code', ['id'])
    expect(await changed('shops', { code: 'c' }, toBadge)).toBe(undefined)
    expect(await changed('shops', { sales: 5 }, toBadge)).toEqual({
      matched: 1,
      rows: [{ id: 1, badge: { id: 1 } }],
    })
  })

  it('changed nothing where it left the update to others', async () => {
    const { rows } = await pglite.query(
      'select (select sum(amount) from (select amount from plain union all select amount from watched union all select amount from ruled) t)::int as total, (select code from shops where id = 1) as code',
    )
    expect(rows).toEqual([{ total: 31, code: 'a' }])
  })
})

describe('createReading on PostgreSQL', () => {
  it('leaves alone a table with triggers, which may fill in what is not found', async () => {
    const where = { field: 'id', operator: 'Equal', value: 9 } as const
    const values = new Map([['shop_id', { collection: 'shops', column: 'id', where }]])
    const into = (name: string) => named(name).createReading!({ id: 2 }, values, call)
    expect(await into('watched')).toBe(undefined)
    await expect(into('plain')).rejects.toMatchObject({ status: 400 })
  })
})
