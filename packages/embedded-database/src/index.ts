export type { EmbeddedDatabase } from './open-embedded-database.js'
export { openEmbeddedDatabase } from './open-embedded-database.js'
