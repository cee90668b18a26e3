import { isLongRun } from '@service/test-support'
import { describe, inject } from 'vitest'

type Suite = (postgresUrl: string | undefined) => void

/** Runs a suite on PostgreSQL, when there is one; without it, and in long runs, on the embedded database. */
export function onEachStoreInLongRuns(name: string, suite: Suite): void {
  onAnyStore(name, suite)
  if (isLongRun && inject('postgresUrl')) {
    describe(`${name} on the embedded database`, () => suite(undefined))
  }
}

/** Runs a suite of what does not depend on the store: on PostgreSQL, or without it on the embedded database. */
export function onAnyStore(name: string, suite: Suite): void {
  const postgresUrl = inject('postgresUrl')
  const store = postgresUrl ? 'PostgreSQL' : 'the embedded database'
  describe(`${name} on ${store}`, () => suite(postgresUrl))
}
