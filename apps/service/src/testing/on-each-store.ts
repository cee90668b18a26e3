import { isLongRun } from '@service/test-support'
import { describe, inject } from 'vitest'

type Suite = (postgresUrl: string | undefined) => void

/** Runs a suite on PostgreSQL, when there is one, and on the embedded database. */
export function onEachStore(name: string, suite: Suite): void {
  const postgresUrl = inject('postgresUrl')
  describe.skipIf(!postgresUrl)(`${name} on PostgreSQL`, () => suite(postgresUrl))
  describe(`${name} on the embedded database`, () => suite(undefined))
}

/**
 * Like `onEachStore`, for what does not depend on the store: where PostgreSQL is installed, only long
 * runs use the embedded database too.
 */
export function onAnyStore(name: string, suite: Suite): void {
  const postgresUrl = inject('postgresUrl')
  if (isLongRun || !postgresUrl) onEachStore(name, suite)
  else describe(`${name} on PostgreSQL`, () => suite(postgresUrl))
}
