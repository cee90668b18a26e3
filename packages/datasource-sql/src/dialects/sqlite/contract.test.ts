import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createTableStatements,
  describeDataSource,
  loadRows,
} from '@service/datasource-toolkit/testing'
import { isLongRun } from '@service/test-support'
import Libsql from 'libsql'
import { createSqlDataSource } from '../../create-sql-data-source.js'

describeDataSource(
  'SQLite',
  async tables => {
    const folder = await mkdtemp(join(tmpdir(), 'sqlite-contract-'))
    const path = join(folder, 'data.db')
    const database = new Libsql(path)
    for (const statement of createTableStatements(tables, 'sqlite')) database.exec(statement)
    database.close()
    const source = await createSqlDataSource(`sqlite:${path}`)(
      () => {},
      async () => {},
    )
    await loadRows(source, tables, { timezone: 'UTC', now: new Date() })
    return {
      source,
      async close() {
        await source.close()
        await rm(folder, { recursive: true })
      },
    }
  },
  {
    without: ['arrays', 'enums', 'exactDecimals', 'microseconds', 'points'],
    fewOperands: !isLongRun,
  },
)
