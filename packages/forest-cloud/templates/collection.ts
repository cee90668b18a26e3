import type { Agent } from '@service/forest-cloud'
import type { Schema } from '../typings.js'

/** What this project changes in the back office. */
export default function customize(agent: Agent<Schema>): void {
  agent.customizeCollection('collection', collection =>
    collection.addAction('Say hello', {
      scope: 'Global',
      execute: (_context, resultBuilder) =>
        resultBuilder.success('Hello. This code is yours to change.'),
    }),
  )
}
