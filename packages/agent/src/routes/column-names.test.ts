import { columnNameStatements, describeColumnNames } from '../testing/describe-column-names.js'
import { openOnSqlite } from '../testing/open-sqlite.js'

describeColumnNames('SQLite', () => openOnSqlite(columnNameStatements))
