import { isServiceError } from '@service/base'
import { describe, expect, it } from 'vitest'
import { toFault as mssqlFault } from './dialects/mssql/faults.js'
import { toFault as mysqlFault } from './dialects/mysql/faults.js'
import { toFault as postgresFault } from './dialects/postgres/faults.js'
import { toFault as sqliteFault } from './dialects/sqlite/faults.js'
import { type Fault, toServiceError } from './errors.js'

type Case = readonly [error: object, status: number, code: string, message?: RegExp]

const postgres = (code: string, more: object = {}) => ({
  message: 'secret detail of the server',
  severity: 'ERROR',
  code,
  ...more,
})
const mysql = (errno: number, message = 'secret detail of the server', sqlState = 'HY000') => ({
  message: `(conn=3) ${message}`,
  sqlMessage: message,
  errno,
  sqlState,
})
const sqlite = (code: string, rawCode: number, message = 'secret detail of the server') => ({
  message,
  code,
  rawCode,
})
const mssql = (number: number, message = 'secret detail of the server') => ({
  message,
  number,
  code: 'EREQUEST',
})

const cases: Readonly<Record<string, { toFault(error: Error): Fault | undefined; rows: Case[] }>> =
  {
    PostgreSQL: {
      toFault: postgresFault,
      rows: [
        [postgres('57014'), 504, 'timeout'],
        [{ message: 'Query read timeout' }, 504, 'timeout'],
        [postgres('40P01'), 409, 'conflict', /Try again/],
        [postgres('40001'), 409, 'conflict', /Try again/],
        [postgres('55P03'), 409, 'conflict', /Try again/],
        [postgres('40001', { routine: 'exec_stmt_raise' }), 409, 'conflict'],
        [postgres('25006'), 422, 'read_only_database', /replica/],
        [postgres('53100'), 503, 'unavailable', /no disk space left/],
        [postgres('53200'), 503, 'unavailable'],
        [postgres('53300'), 503, 'unavailable'],
        [postgres('57P01'), 503, 'unavailable'],
        [postgres('57P03'), 503, 'unavailable'],
        [postgres('08006'), 503, 'unavailable'],
        [postgres('58030'), 503, 'unavailable'],
        [postgres('HV00N'), 503, 'unavailable'],
        [{ message: 'Connection terminated unexpectedly' }, 503, 'unavailable'],
        [{ message: 'write EPIPE', code: 'EPIPE' }, 503, 'unavailable'],
        [postgres('22003'), 400, 'value_out_of_range'],
        [postgres('22001'), 400, 'value_too_long'],
        [postgres('22021'), 400, 'validation_error'],
        [postgres('22P05'), 400, 'validation_error'],
        [
          postgres('428C9', { message: 'cannot insert a non-DEFAULT value into column "g"' }),
          400,
          'validation_error',
          /^'g' is computed by the database/,
        ],
        [postgres('22012'), 422, 'unprocessable', /division by zero/],
        [postgres('54001'), 422, 'unprocessable'],
        [
          postgres('42501', { message: 'permission denied for table Order Items' }),
          403,
          'database_privilege_missing',
          /on 'Order Items'/,
        ],
        [
          postgres('55000', {
            message: 'materialized view "sales" has not been populated',
            hint: 'Use the REFRESH MATERIALIZED VIEW command.',
          }),
          422,
          'unprocessable',
          /REFRESH MATERIALIZED VIEW sales/,
        ],
        [
          postgres('55000', {
            message: '« sales » n’a pas été peuplée',
            hint: 'Utilisez la commande REFRESH MATERIALIZED VIEW.',
          }),
          422,
          'unprocessable',
          /has not been populated/,
        ],
        [
          postgres('0A000', {
            hint: 'an unconditional ON INSERT DO INSTEAD rule with a RETURNING clause',
          }),
          422,
          'rejected_by_database',
        ],
        [
          postgres('P0001', { message: 'Not today.' }),
          422,
          'rejected_by_database',
          /^Not today\.$/,
        ],
        [
          postgres('AB123', { message: 'Not today.' }),
          422,
          'rejected_by_database',
          /^Not today\.$/,
        ],
        [
          postgres('23514', { message: 'Not today.', routine: 'exec_stmt_raise' }),
          422,
          'rejected_by_database',
          /^Not today\.$/,
        ],
        [postgres('23514', { constraint: 'positive' }), 400, 'check_violation', /'positive'/],
        [
          postgres('23P01', { constraint: 'no_overlap', detail: 'Key (r)=([2,3)) conflicts' }),
          400,
          'unique_violation',
          /^'r' conflicts with another record \(rule 'no_overlap'\)\.$/,
        ],
      ],
    },
    'MySQL and MariaDB': {
      toFault: mysqlFault,
      rows: [
        [mysql(1969), 504, 'timeout'],
        [mysql(3024), 504, 'timeout'],
        [mysql(1213), 409, 'conflict', /Try again/],
        [mysql(1205), 409, 'conflict', /Try again/],
        [mysql(1020), 409, 'conflict', /Try again/],
        [mysql(1290), 422, 'read_only_database', /replica/],
        [mysql(1836), 422, 'read_only_database', /replica/],
        [mysql(1021), 503, 'unavailable', /no disk space left/],
        [mysql(1114), 503, 'unavailable', /no disk space left/],
        [mysql(1040), 503, 'unavailable'],
        [mysql(1226), 503, 'unavailable'],
        [{ message: 'lost', code: 'PROTOCOL_CONNECTION_LOST', fatal: true }, 503, 'unavailable'],
        [mysql(1264), 400, 'value_out_of_range'],
        [mysql(1406), 400, 'value_too_long'],
        [mysql(1366), 400, 'validation_error'],
        [
          mysql(1906, "The value specified for generated column 'g' in table 't' has been ignored"),
          400,
          'validation_error',
          /^'g' is computed by the database/,
        ],
        [mysql(1365), 422, 'unprocessable', /division by zero/],
        [
          mysql(1142, "INSERT command denied to user 'agent'@'10.0.0.9' for table `shop`.`orders`"),
          403,
          'database_privilege_missing',
          /on 'orders'/,
        ],
        [
          mysql(
            1143,
            "UPDATE command denied to user 'agent'@'10.0.0.9' for column 'a' in table 'orders'",
          ),
          403,
          'database_privilege_missing',
          /on 'orders'/,
        ],
        [mysql(1644, 'Not today.', '45000'), 422, 'rejected_by_database', /^Not today\.$/],
        [mysql(31001, 'Not today.', '45000'), 422, 'rejected_by_database', /^Not today\.$/],
        [mysql(1644, 'Not today.', '99001'), 422, 'rejected_by_database', /^Not today\.$/],
        [
          mysql(4025, 'CONSTRAINT `positive` failed for `shop`.`t`'),
          400,
          'check_violation',
          /positive/,
        ],
      ],
    },
    SQLite: {
      toFault: sqliteFault,
      rows: [
        [sqlite('SQLITE_INTERRUPT', 9), 504, 'timeout'],
        [sqlite('SQLITE_BUSY', 5), 409, 'conflict', /Try again/],
        [sqlite('SQLITE_BUSY_SNAPSHOT', 517), 409, 'conflict', /Try again/],
        [sqlite('SQLITE_READONLY', 8), 422, 'read_only_database'],
        [sqlite('SQLITE_READONLY_DBMOVED', 1032), 422, 'read_only_database'],
        [sqlite('SQLITE_FULL', 13), 503, 'unavailable', /no disk space left/],
        [sqlite('SQLITE_IOERR_READ', 266), 503, 'unavailable'],
        [sqlite('SQLITE_CANTOPEN', 14), 503, 'unavailable'],
        [sqlite('SQLITE_TOOBIG', 18), 400, 'value_too_long'],
        [sqlite('UNKNOWN_SQLITE_ERROR_3091', 3091), 400, 'validation_error'],
        [
          sqlite('SQLITE_ERROR', 1, 'cannot INSERT into generated column "g"'),
          400,
          'validation_error',
          /^'g' is computed by the database/,
        ],
        [sqlite('SQLITE_ERROR', 1, 'integer overflow'), 422, 'unprocessable', /integer overflow/],
        [sqlite('SQLITE_ERROR', 1, 'malformed JSON'), 422, 'unprocessable', /malformed JSON/],
        [
          sqlite('SQLITE_CONSTRAINT_TRIGGER', 1811, 'Not today.'),
          422,
          'rejected_by_database',
          /^Not today\.$/,
        ],
        [
          sqlite('SQLITE_CONSTRAINT_CHECK', 275, 'CHECK constraint failed: positive'),
          400,
          'check_violation',
          /positive/,
        ],
      ],
    },
    'SQL Server': {
      toFault: mssqlFault,
      rows: [
        [{ message: 'Timeout', code: 'ETIMEOUT' }, 504, 'timeout'],
        [mssql(1205), 409, 'conflict', /Try again/],
        [mssql(1222), 409, 'conflict', /Try again/],
        [mssql(3906), 422, 'read_only_database', /replica/],
        [mssql(1105), 503, 'unavailable', /no disk space left/],
        [mssql(9002), 503, 'unavailable', /no disk space left/],
        [mssql(10928), 503, 'unavailable'],
        [{ message: 'Connection lost', code: 'ESOCKET' }, 503, 'unavailable'],
        [mssql(8115), 400, 'value_out_of_range'],
        [mssql(2628), 400, 'value_too_long'],
        [
          mssql(271, "The column 'g' cannot be modified because it is either a computed column"),
          400,
          'validation_error',
          /^'g' is computed by the database/,
        ],
        [mssql(8134), 422, 'unprocessable', /division by zero/],
        [
          mssql(229, "The INSERT permission was denied on the object 'orders', database 'shop'."),
          403,
          'database_privilege_missing',
          /on 'orders'/,
        ],
        [mssql(50_000, 'Not today.'), 422, 'rejected_by_database', /^Not today\.$/],
        [mssql(51_234, 'Not today.'), 422, 'rejected_by_database', /^Not today\.$/],
      ],
    },
  }

describe.each(Object.entries(cases))('faults of %s', (_name, { toFault, rows }) => {
  const named = rows.map(([error, status, code, message]) => ({ error, status, code, message }))
  it.each(named)('$error returns $status $code', ({ error, status, code, message }) => {
    const given = Object.assign(new Error(), error)
    const answered = toServiceError(given, toFault)
    if (!isServiceError(answered)) throw new Error(`It stays ${String(answered)}.`)
    expect(answered).toMatchObject({ status, code, cause: given })
    if (message) expect(answered.message).toMatch(message)
    expect(answered.message).not.toMatch(/secret|10\.0\.0\.9|conn=/)
    if (status === 503) expect(answered).toMatchObject({ headers: { 'retry-after': '5' } })
  })
})
