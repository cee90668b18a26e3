import { join } from 'node:path'
import { inject } from 'vitest'
import { testSecret } from '../../../../apps/service/src/testing/test-secret.js'
import { type OpenService, openService } from '../open-service.js'

/** Starts the service on the PostgreSQL server of the run, or without one on an embedded database. */
export function openTestService(
  variables?: Readonly<Record<string, string>>,
): Promise<OpenService> {
  const url = inject('postgresUrl')
  const name = inject('postgresTemplate')
  const template = {
    program: inject('serviceProgram'),
    secret: testSecret,
    dataDir: join(inject('embeddedTemplates'), 'keyed'),
    postgres: url && name ? { url, name } : undefined,
  }
  return openService(template, variables)
}
