import { describe, inject } from 'vitest'

/** Runs a suite on PostgreSQL, when there is one, and on the embedded database. */
export function onEachStore(name: string, suite: (postgresUrl: string | undefined) => void): void {
  const postgresUrl = inject('postgresUrl')
  describe.skipIf(!postgresUrl)(`${name} on PostgreSQL`, () => suite(postgresUrl))
  describe(`${name} on the embedded database`, () => suite(undefined))
}
