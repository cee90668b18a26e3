import { isServiceError } from '@service/base'
import type { OpenDataSource, Runtime } from './runtime.js'

const freshFor = 1000
const checks = new WeakMap<Runtime, { readonly at: number; readonly failures: Promise<string[]> }>()

/** Describes failing data sources without confidential details; checked at most once a second. */
export function failingSources(runtime: Runtime): Promise<string[]> {
  const now = performance.now()
  const known = checks.get(runtime)
  if (known !== undefined && now - known.at < freshFor) return known.failures
  const failures = checkAll(runtime)
  checks.set(runtime, { at: now, failures })
  return failures
}

async function checkAll({ dataSources, options }: Runtime): Promise<string[]> {
  const failures = await Promise.all(dataSources.map(check))
  return failures.filter(failure => failure !== undefined)

  async function check({ label, dataSource }: OpenDataSource): Promise<string | undefined> {
    try {
      await dataSource.check()
      return undefined
    } catch (error) {
      options.logger('Error', `Datasource ${label} does not respond`, error)
      // Only our own messages are known to contain no host name and no secret.
      const reason = isServiceError(error) ? error.message : 'It does not respond.'
      return `Datasource ${label}: ${reason}`
    }
  }
}
