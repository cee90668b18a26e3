import { describe, inject } from 'vitest'
import { columnNameStatements, describeColumnNames } from '../testing/describe-column-names.js'
import { openOnPostgres } from '../testing/open-postgres.js'

const url = inject('postgresUrl')

describe.skipIf(!url)('a PostgreSQL server', () => {
  describeColumnNames('PostgreSQL', () =>
    openOnPostgres(url as string, `agent_columns_${process.pid}`, columnNameStatements),
  )
})
