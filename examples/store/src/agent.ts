// #region agent
import { type Agent, createAgent, type ServicePort } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
import type { StoreDatabase } from './database.js'

export interface Secrets {
  readonly authSecret: string
  readonly envSecret: string
}

/** The shop's back office: every table of the database, one computed field. */
export function createStoreAgent(
  database: StoreDatabase,
  secrets: Secrets,
  service: ServicePort,
  schemaPath: string,
): Agent {
  return createAgent({ ...secrets, service, schemaPath, loggerLevel: 'Warn' })
    .addDataSource(createSqlDataSource(database.connection))
    .customizeCollection('customers', customers =>
      customers.addField('full_name', {
        columnType: 'String',
        dependencies: ['first_name', 'last_name'],
        getValues: records =>
          records.map(({ first_name, last_name }) => `${first_name} ${last_name}`),
      }),
    )
}
// #endregion
