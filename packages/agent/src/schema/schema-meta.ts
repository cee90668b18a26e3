import type { AiModel } from '@service/ai-proxy'
import type { SchemaMeta } from '@service/protocol'
import { version } from '../version.js'

/** The version of the agent and of its runtime. */
export const schemaMeta: SchemaMeta = {
  liana: 'service-nodejs-agent',
  liana_version: version,
  liana_features: null,
  stack: { engine: 'nodejs', engine_version: process.versions.node },
}

/** Adds the AI models that clients can use through the agent, if there are any. */
export function metaWith(models: readonly AiModel[] | undefined): SchemaMeta {
  if (!models) return schemaMeta
  const announced = models.map(({ name, provider, model }) => ({ name, provider, model }))
  return { ...schemaMeta, ai_llms: announced }
}
