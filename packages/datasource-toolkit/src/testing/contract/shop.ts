import type { Join, Row, SelectNode } from '../../source.js'
import { findTable, type TestTable } from '../tables.js'

const countries: TestTable = {
  name: 'countries',
  columns: [
    { name: 'id', type: 'Number' },
    { name: 'name', type: 'String' },
  ],
  primaryKey: ['id'],
  foreignKeys: [],
  rows: [
    { id: 1, name: 'France' },
    { id: 2, name: 'Åland' },
    { id: 3, name: null },
  ],
}

const customers: TestTable = {
  name: 'customers',
  columns: [
    { name: 'id', type: 'Number' },
    { name: 'fullName', type: 'String' },
    { name: 'countryId', type: 'Number' },
    { name: 'managerId', type: 'Number' },
  ],
  primaryKey: ['id'],
  foreignKeys: [
    { as: 'country', columns: ['countryId'], table: 'countries', to: ['id'] },
    { as: 'manager', columns: ['managerId'], table: 'customers', to: ['id'] },
  ],
  rows: [
    { id: 1, fullName: 'Ada', countryId: 1, managerId: null },
    { id: 2, fullName: 'Bob', countryId: 2, managerId: 1 },
    { id: 3, fullName: 'Cy', countryId: 3, managerId: 1 },
    { id: 4, fullName: null, countryId: null, managerId: 2 },
    { id: 5, fullName: 'ada', countryId: 1, managerId: 4 },
    { id: 6, fullName: 'Zoë', countryId: 2, managerId: 1 },
  ],
}

/** A composite key with a text column. */
const shops: TestTable = {
  name: 'shops',
  columns: [
    { name: 'region', type: 'String' },
    { name: 'number', type: 'Number' },
    { name: 'label', type: 'String' },
  ],
  primaryKey: ['region', 'number'],
  foreignKeys: [],
  rows: [
    { region: 'east', number: 1, label: 'one' },
    { region: 'east', number: 2, label: null },
    { region: 'west', number: 1, label: 'one' },
  ],
}

const amounts = [10, null, 2.5, 10, -3, 0, 99.75, null, 2.5, 41, 7, 7]

const orders: TestTable = {
  name: 'orders',
  columns: [
    { name: 'id', type: 'Number' },
    { name: 'customerId', type: 'Number' },
    { name: 'shopRegion', type: 'String' },
    { name: 'shopNumber', type: 'Number' },
    { name: 'amount', type: 'Number', number: 'decimal' },
    { name: 'status', type: 'String' },
    { name: 'placedAt', type: 'Date' },
    { name: 'dueOn', type: 'Dateonly' },
  ],
  primaryKey: ['id'],
  foreignKeys: [
    { as: 'customer', columns: ['customerId'], table: 'customers', to: ['id'] },
    {
      as: 'shop',
      columns: ['shopRegion', 'shopNumber'],
      table: 'shops',
      to: ['region', 'number'],
    },
  ],
  rows: amounts.map((amount, index): Row => {
    const shop = [
      ['east', 1],
      ['east', 2],
      ['west', 1],
      [null, null],
    ][index % 4] as unknown[]
    return {
      id: index + 1,
      customerId: [1, 2, 3, 4, 5, null][index % 6] ?? null,
      shopRegion: shop[0] ?? null,
      shopNumber: shop[1] ?? null,
      amount,
      status: ['paid', 'open', 'paid', null, 'Paid'][index % 5] ?? null,
      placedAt: new Date(Date.UTC(2024, index, 28, 23, 30)).toISOString(),
      dueOn: `2024-${String(index + 1).padStart(2, '0')}-15`,
    }
  }),
}

export const shop: readonly TestTable[] = [countries, customers, shops, orders]

/** All columns of a table, with the joins given by the names of its foreign keys. */
export function node(table: string, joins: readonly Join[] = []): SelectNode {
  return {
    collection: table,
    columns: findTable(shop, table).columns.map(column => column.name),
    joins,
  }
}

export function join(
  from: string,
  as: string,
  options: { readonly joins?: readonly Join[]; readonly where?: Join['where'] } = {},
): Join {
  const key = findTable(shop, from).foreignKeys.find(candidate => candidate.as === as)
  if (!key) throw new Error(`'${from}' has no foreign key '${as}'.`)
  const on = key.columns.map((column, index) => ({ from: column, to: key.to[index] ?? '' }))
  return { as, on, node: node(key.table, options.joins), where: options.where }
}
