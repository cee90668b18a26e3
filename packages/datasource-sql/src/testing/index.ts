export { tableStatements } from './table-statements.js'
