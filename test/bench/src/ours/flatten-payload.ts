import type { Agent } from '@service/agent'
import { flattenJsonColumn } from '@service/plugin-flattener'

/** The members of a JSON column as columns. */
export function flattenPayload(agent: Agent): void {
  agent.customizeCollection('events', events =>
    events.use(flattenJsonColumn, {
      columnName: 'payload',
      columnType: {
        source: { name: 'String', version: 'Number' },
        customer: { code: 'String', country: 'String', isKnown: 'Boolean' },
        tags: ['String'],
        amount: 'Number',
      },
    }),
  )
}
