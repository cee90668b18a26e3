import type { Registry } from 'prom-client'
import { ConfigurationError } from '../errors.js'
import { createMetricsObserver } from './metrics-observer.js'
import type { MetricsOptions } from './metrics-options.js'
import type { Observer } from './observer.js'
import { type AgentState, watchAgent } from './watch-agent.js'

/** The metrics of one agent. */
export interface Metrics {
  readonly observer: Observer
  /** All metrics in the text format of Prometheus. */
  print(): Promise<string>
}

/** Creates the metrics of an agent, in the registry of the application or in one with those of the process. */
export async function openMetrics(
  { registry: given }: MetricsOptions,
  state: AgentState,
): Promise<Metrics> {
  const client = await import('prom-client').catch(cause => {
    throw new ConfigurationError("The option 'metrics' needs a package: npm install prom-client", {
      cause,
    })
  })
  if (given?.getSingleMetric('agent_requests_in_flight')) {
    throw new ConfigurationError(
      "The registry of the option 'metrics' has the metrics of another agent. Give each agent its own registry.",
    )
  }
  // The option was checked to have the form of a registry.
  const registry = (given as Registry | undefined) ?? new client.Registry()
  // An application with a registry decides itself about the metrics of the process.
  if (!given) client.collectDefaultMetrics({ register: registry })
  watchAgent(client, registry, state)
  return { observer: createMetricsObserver(client, registry), print: () => registry.metrics() }
}
