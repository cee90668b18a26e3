import { Readable } from 'node:stream'
import type { Agent } from '@service/agent'

interface Customer {
  readonly first_name: string
  readonly last_name: string
}

interface Order {
  readonly reference: string
  readonly status: string
}

/** The part of the schema that the customizations belong to. */
export type BenchSchema = Readonly<{
  customers: { columns: Customer; toOne: object; toMany: object }
  orders: { columns: Order; toOne: { customer: 'customers' }; toMany: object }
}>

type BenchAgent = Agent<BenchSchema>

const fullName = (customer: Customer | null) => `${customer?.first_name} ${customer?.last_name}`

export function addCustomerLabel(agent: BenchAgent): void {
  agent.customizeCollection('orders', orders =>
    orders.addField('customer_label', {
      columnType: 'String',
      dependencies: ['customer:first_name', 'customer:last_name'],
      getValues: records => records.map(({ customer }) => fullName(customer)),
    }),
  )
}

/** Fields filtered and sorted in memory: on 100 k customers and on 1 M orders. */
export function addEmulatedFields(agent: BenchAgent): void {
  agent.customizeCollection('customers', customers =>
    customers
      .addField('full_name', {
        columnType: 'String',
        dependencies: ['first_name', 'last_name'],
        getValues: records => records.map(fullName),
      })
      .emulateFieldFiltering('full_name')
      .emulateFieldSorting('full_name'),
  )
  agent.customizeCollection('orders', orders =>
    orders
      .addField('label', {
        columnType: 'String',
        dependencies: ['status', 'reference'],
        getValues: records => records.map(({ status, reference }) => `${status} ${reference}`),
      })
      .emulateFieldFiltering('label')
      .emulateFieldSorting('label'),
  )
}

const PIECE = Buffer.alloc(2 ** 16, 'x')
const PIECES = 2 ** 14

/** An action that answers a file of 1 GB, made while it is sent. */
export function addBigFile(agent: BenchAgent): void {
  agent.customizeCollection('orders', orders =>
    orders.addAction('Big file', {
      scope: 'Global',
      generateFile: true,
      execute: (_context, resultBuilder) =>
        resultBuilder.file(Readable.from(pieces()), 'big.bin', 'application/octet-stream'),
    }),
  )
}

function* pieces(): Generator<Buffer> {
  for (let i = 0; i < PIECES; i++) yield PIECE
}

/** Ten customizations of the orders that a list of them does not use. */
export function addUnused(agent: BenchAgent): void {
  const paid = { field: 'status', operator: 'Equal', value: 'paid' } as const
  agent.customizeCollection('orders', orders =>
    orders
      .addSegment('Paid', paid)
      .addSegment('Dynamic', async () => paid)
      .addField('unused', {
        columnType: 'String',
        dependencies: ['reference'],
        getValues: records => records.map(({ reference }) => reference),
      })
      .addAction('Archive', { scope: 'Bulk', execute: () => undefined })
      .addAction('Refund', { scope: 'Single', execute: () => undefined })
      .addChart('Sold', (_context, resultBuilder) => resultBuilder.value(1))
      .addHook('Before', 'Create', () => undefined)
      .addHook('After', 'Update', () => undefined)
      .addHook('Before', 'Delete', () => undefined)
      .replaceFieldOperator('reference', 'StartsWith', value => ({
        field: 'reference',
        operator: 'Like',
        value: `${value}%`,
      })),
  )
}

const RENAMED_TABLES = 200
const RENAMED = [
  'code',
  'name',
  'description',
  'status',
  'amount',
  'quantity',
  'is_active',
  'due_on',
  'data',
  'created_at',
]

/** Ten names on each of 200 collections. */
export function renameMuch(agent: Agent): void {
  for (let table = 2; table <= RENAMED_TABLES + 1; table++) {
    agent.customizeCollection(`t${table}`, collection => {
      for (const name of RENAMED) collection.renameField(name, `${name}Renamed`)
    })
  }
}
