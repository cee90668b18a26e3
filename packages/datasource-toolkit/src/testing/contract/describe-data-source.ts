import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataSource } from '../../source.js'
import { requireCollection, requireColumn } from '../adapt-scan.js'
import { describeAggregates, describeJoinedAggregates, events } from './aggregates.js'
import { describeJoins, describeLists, describeLongLists, ledger } from './lists.js'
import type { OpenedSource, OpenSource } from './opened.js'
import { describeOperators } from './operators.js'
import { call, type Feature, features, sampleTable } from './samples.js'
import { shop } from './shop.js'
import { describeKeysets, describeSorts } from './sorts.js'
import { describeWrites } from './writes.js'

export interface ContractOptions {
  /** Features the source does not support; their tests are skipped by name. */
  readonly without?: readonly Feature[]
  /** Set to false for a source that cannot join. */
  readonly joins?: boolean
  /**
   * Set to true to compare columns of many values with a third of them per operator, in turn, for runs that people wait
   * for.
   */
  readonly fewOperands?: boolean
}

/**
 * The contract of a data source as a test suite: every result must equal that of the reference
 * evaluator.
 *
 * @example
 * const open: OpenSource = async tables => {
 *   const database = new Libsql('shop.db')
 *   for (const statement of createTableStatements(tables, 'sqlite')) database.exec(statement)
 *   const source = await createSqlDataSource('sqlite:shop.db')(console.log, async () => {})
 *   await loadRows(source, tables, { timezone: 'UTC', now: new Date() })
 *   return { source, close: () => source.close() }
 * }
 * describeDataSource('sqlite', open, { without: ['arrays', 'enums', 'points'] })
 */
export function describeDataSource(
  name: string,
  open: OpenSource,
  { without = [], joins = true, fewOperands = false }: ContractOptions = {},
): void {
  const missing: ReadonlySet<Feature> = new Set(without)
  const samples = sampleTable('samples', missing)
  const tables = [...shop, ledger, events, samples]

  describe(`${name} keeps the contract of a datasource`, () => {
    let opened: OpenedSource
    const source = (): DataSource => opened.source
    beforeAll(async () => {
      opened = await open(tables)
    })
    afterAll(() => opened?.close())

    describe('schema', () => {
      it('has a collection for each table, with its primary key', () => {
        for (const table of tables) {
          expect(requireCollection(source(), table.name).schema.primaryKey).toEqual(
            table.primaryKey,
          )
        }
      })
      it('gives each column its type', () => {
        for (const { name: column, type } of samples.columns) {
          const found = requireColumn(source(), 'samples', column).columnType
          expect(found, column).toEqual(type)
        }
      })
      it('passes the health check', () => expect(source().check()).resolves.toBeUndefined())
      it('reads values in their canonical form', async () => {
        const [row] = await requireCollection(source(), 'samples').list(
          {
            select: { collection: 'samples', columns: ['instant', 'day', 'int'], joins: [] },
            orderBy: [{ field: 'id', ascending: true }],
            page: { skip: 0, limit: 1 },
          },
          call,
        )
        expect(row).toEqual({ instant: '2024-03-30T23:00:00.000Z', day: '2024-03-31', int: 0 })
      })
      for (const feature of features.filter(candidate => missing.has(candidate))) {
        it.skip(`holds ${feature}`, () => {})
      }
    })

    describe('lists', () => {
      describeLists(source)
      describeLongLists(source)
    })
    describe.skipIf(!joins)('joins', () => describeJoins(source))
    describe('operators', () => describeOperators(source, samples, fewOperands))
    describe('sorts and pages', () => {
      describeSorts(source, samples)
      describeKeysets(source, joins)
    })
    describe('aggregates', () => describeAggregates(source))
    describe.skipIf(!joins)('aggregates over joins', () => describeJoinedAggregates(source))
    describe('writes', () => describeWrites(open, missing))
  })
}
