import type { Agent } from '@service/forest-cloud'
import type { Schema } from '../typings.js'

/** The customizations of this project. */
export default function customize(agent: Agent<Schema>): void {
  agent.addChart('hello', (_context, resultBuilder) => resultBuilder.value(1))
}
