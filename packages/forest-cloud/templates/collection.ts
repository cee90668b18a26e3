import type { Agent } from '@service/forest-cloud'
import type { Schema } from '../typings.js'

/** The customizations of this project. */
export default function customize(agent: Agent<Schema>): void {
  agent.customizeCollection('collection', collection =>
    collection.addAction('Say hello', {
      scope: 'Global',
      execute: (_context, resultBuilder) =>
        resultBuilder.success('Hello. This code is yours to change.'),
    }),
  )
}
