import { fileURLToPath } from 'node:url'
import { type ConformanceRun, runConformance, whyNoConformance } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startFixtureServer } from '../testing/conformance/start-fixture-server.js'

vi.setConfig({ testTimeout: 120_000 })

let server: Awaited<ReturnType<typeof startFixtureServer>>
beforeAll(async () => {
  server = await startFixtureServer()
})
afterAll(() => server?.stop())

const findExpectedFailures = (revision: string) =>
  fileURLToPath(
    new URL(`../testing/conformance/expected-failures-${revision}.yml`, import.meta.url),
  )

const reason = whyNoConformance('current')

const check = async (revision: string, run: Pick<ConformanceRun, 'suite' | 'select'>) => {
  const expectedFailures = findExpectedFailures(revision)
  const { isPassed, output } = await runConformance({ ...run, url: server.url, expectedFailures })
  expect(isPassed, output).toBe(true)
}

describe('our endpoint passes the official conformance suite', () => {
  for (const revision of ['2026-07-28', '2025-11-25']) {
    it.skipIf(reason)(`of ${revision}${reason ? `: ${reason}` : ''}`, () =>
      check(revision, { suite: 'current', select: ['--requirements', revision] }),
    )
  }

  if (reason) {
    it('of 2025-11-25, in the version that runs on every Node', () =>
      check('2025-11-25', { suite: 'older', select: [] }))
  }
})
