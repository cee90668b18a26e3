import type { SchemaMeta } from '@service/protocol'
import { version } from '../version.js'

/** Which agent speaks, and on what it runs. */
export const schemaMeta: SchemaMeta = {
  liana: 'service-nodejs-agent',
  liana_version: version,
  liana_features: null,
  stack: { engine: 'nodejs', engine_version: process.versions.node },
}
