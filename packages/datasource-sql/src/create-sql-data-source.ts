import type {
  CollectionSource,
  DataSource,
  DataSourceFactory,
  Row,
} from '@service/datasource-toolkit'
import { addJsonPathColumns } from './add-json-path-columns.js'
import { aggregate } from './aggregate.js'
import { checkSqlOptions, checkTargetNames, unusedParameters } from './check-options.js'
import { type SqlCollection, sqlCollections } from './collection.js'
import { createStatementCache } from './compile/statement-cache.js'
import { createReading } from './create-reading.js'
import type { ReadOnlyLimits } from './database.js'
import { estimateCount } from './estimate-count.js'
import { describeCollections } from './introspect/describe-collections.js'
import { introspect } from './introspect/introspect.js'
import { list, listCells, listChunks } from './list.js'
import { findUnwritable, listCsv } from './list-csv.js'
import { nameDatabase } from './name-database.js'
import { checkLiveQueries, checkReadOnlyUser } from './native/read-only-user.js'
import { nativeConnection } from './native-query.js'
import { observeDatabase } from './observe-database.js'
import { databaseAt, openDatabase } from './open-database.js'
import type { SqlOptions } from './options.js'
import { readTarget, type SqlTarget } from './read-target.js'
import type { SqlSource } from './source.js'
import { sql } from './sql.js'
import { findStatementNames } from './statement-names.js'
import { updateAndList } from './update-and-list.js'
import { withViolatedColumns } from './violated-columns.js'
import { create, remove, update } from './write.js'

/**
 * Opens a SQL database: every table and view becomes a collection.
 *
 * @example
 * agent.addDataSource(createSqlDataSource('postgres://user:secret@localhost:5432/shop'))
 */
export function createSqlDataSource(
  connection: SqlTarget,
  settings: SqlOptions = {},
): DataSourceFactory {
  const { target, options } = readTarget(connection, settings)
  // Invalid addresses and options fail here, not when the agent starts.
  checkTargetNames(connection)
  const databaseAddress = databaseAt(target)
  checkSqlOptions(options)
  if ('dialect' in databaseAddress) checkLiveQueries(databaseAddress.dialect, options)
  return async (logger, _restart, observe) => {
    for (const warning of 'parameters' in databaseAddress
      ? unusedParameters(databaseAddress.parameters)
      : []) {
      logger('Warn', warning)
    }
    const { database: opened, dialect } = await openDatabase(target, options)
    const database = observe ? observeDatabase(opened, observe) : opened
    try {
      const introspection = await introspect(database, options, logger)
      if (options.liveQueryConnections) checkReadOnlyUser(dialect.name, introspection)
      const { primaryKeys } = options
      const described = { dialect: dialect.name, primaryKeys }
      const descriptions = describeCollections(introspection, described, logger)
      const source: SqlSource = {
        database,
        dialect,
        collections: sqlCollections(descriptions),
        statements: createStatementCache({
          prepare: options.preparedStatements ?? true,
          names: findStatementNames(databaseAddress),
        }),
        guardedDates: new WeakSet(),
      }
      const name = 'database' in databaseAddress ? nameDatabase(databaseAddress) : undefined
      const dataSource: DataSource = {
        ...(name !== undefined && { name }),
        collections: collectionSources(source),
        capabilities: {
          joins: true,
          nulls: dialect.nulls,
          ...(dialect.isLooselyTyped && { isLooselyTyped: true }),
        },
        nativeConnections: options.liveQueryConnections
          ? [nativeConnection(options.liveQueryConnections, database, nativeLimits(options))]
          : [],
        async check() {
          await database.query(sql<{ one: number }>`select 1 as one`)
        },
        close: () => database.close(),
      }
      return dialect.jsonPaths
        ? { ...dataSource, withJsonPathColumns: createJsonPathExtension(dataSource, source) }
        : dataSource
    } catch (error) {
      await database.close()
      throw error
    }
  }
}

const nativeLimits = ({ liveQueryTimeoutMs, liveQueryMaxRows }: SqlOptions): ReadOnlyLimits => ({
  timeoutMs: liveQueryTimeoutMs ?? 10_000,
  maxRows: liveQueryMaxRows ?? 10_000,
})

const collectionSources = (source: SqlSource): readonly CollectionSource[] =>
  [...source.collections.values()].map(each => collectionSource(source, each))

/** Statements use the names of JSON path columns, so each model has its own statement cache. */
const createJsonPathExtension =
  (dataSource: DataSource, source: SqlSource): NonNullable<DataSource['withJsonPathColumns']> =>
  jsonPathColumns => {
    const collections = addJsonPathColumns(source.dialect, source.collections, jsonPathColumns)
    const statements = source.statements.another()
    return { ...dataSource, collections: collectionSources({ ...source, collections, statements }) }
  }

function collectionSource(source: SqlSource, collection: SqlCollection): CollectionSource {
  const { csv, estimate, readsInInserts, updateReturning } = source.dialect
  const { readRows } = source.database
  const refuse = (rows: readonly Row[]) => (error: unknown) => {
    throw withViolatedColumns(error, collection.table, rows)
  }
  return {
    name: collection.name,
    schema: collection.schema,
    list: (scan, call) => list(source, scan, call),
    listCells: (scan, call) => listCells(source, scan, call),
    listChunks: (scan, chunkSize, call) => listChunks(source, scan, chunkSize, call),
    ...(csv &&
      readRows && {
        listCsv: (scan, format, call, onLines) =>
          listCsv(source, readRows, csv, scan, format, call, onLines),
        findUnwritable: (scan, columns) => findUnwritable(source, csv, scan, columns),
      }),
    aggregate: (scan, call) => aggregate(source, scan, call),
    create: (rows, call) => create(source, collection, rows, call).catch(refuse(rows)),
    ...(readsInInserts && {
      createReading: (row, values, call) =>
        createReading(source, collection, row, values, call).catch(refuse([row])),
    }),
    update: (where, patch, call) =>
      update(source, collection, where, patch, call).catch(refuse([patch])),
    ...(updateReturning && {
      updateAndList: (where, patch, select, call) =>
        updateAndList(source, updateReturning, { collection, where, patch, select }, call).catch(
          refuse([patch]),
        ),
    }),
    delete: (where, call) => remove(source, collection, where, call),
    ...(estimate &&
      !collection.table.isView && {
        estimateCount: () => estimateCount(source.database, collection, estimate),
      }),
  }
}
