import { createRequire } from 'node:module'
import type { SchemaMeta } from '@service/protocol'

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

/** Which agent speaks, and on what it runs. */
export const schemaMeta: SchemaMeta = {
  liana: 'service-nodejs-agent',
  liana_version: version,
  liana_features: null,
  stack: { engine: 'nodejs', engine_version: process.versions.node },
}
