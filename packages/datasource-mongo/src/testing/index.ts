export { type Documents, storeDocuments } from './open-documents.js'
export { openTables, withDatabase } from './open-tables.js'
