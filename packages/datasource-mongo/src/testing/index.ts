export { openTables, withDatabase } from './open-tables.js'
