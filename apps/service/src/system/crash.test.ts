import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed, isLongRun } from '@service/test-support'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Config } from '../config.js'
import { verifyLogs } from '../logs/verify-logs.js'
import { startService } from '../start-service.js'
import { openStore } from '../store/open-store.js'
import { type CrashWriters, createCrashWriters } from '../testing/crash-writers.js'
import { createSeed } from '../testing/seed.js'
import { startServiceProcess, toVariables } from '../testing/service-process.js'
import { startTestService } from '../testing/start-test-service.js'

const ROUNDS = chooseRounds(1, 100)
/** Processes start side by side: each lane has its own store. */
const LANES = chooseRounds(1, 4)
const MAX_WRITES = 30
const MAX_PAUSE_MS = 15

const lanes = Array.from({ length: LANES }, (_, lane) => lane)

/** In the short run, `faults.test.ts` kills PostgreSQL itself, which keeps what was acknowledged, too. */
const stores = [
  ['the embedded database', undefined],
  ['PostgreSQL', inject('postgresUrl')],
] as const

describe.each(isLongRun ? stores : stores.slice(0, 1))(
  'SIGKILL during writes on %s',
  (name, url) => {
    const isMissing = name === 'PostgreSQL' && !url
    const folders: string[] = []
    const cleanings: (() => Promise<void>)[] = []

    beforeAll(async () => {
      for (const _ of lanes) folders.push(await mkdtemp(join(tmpdir(), 'crash-')))
    })
    afterAll(async () => {
      for (const clean of cleanings) await clean()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    })

    it.skipIf(isMissing)(
      `loses nothing acknowledged in ${ROUNDS} rounds from seed ${fuzzSeed}`,
      async () => {
        await Promise.all(
          lanes.map(async lane => {
            const { config, writers, stop } = await prepare(folders[lane] ?? '', url)
            cleanings.push(stop)
            await crashAgainAndAgain(config, writers, createRandom(fuzzSeed * 10 + lane))
            const streams = await lookAgain(config, writers)
            expect(streams.filter(stream => stream.problem)).toEqual([])
            expect(writers.acknowledged()).toBeGreaterThanOrEqual(ROUNDS / LANES)
          }),
        )
      },
      1_500_000,
    )
  },
)

/** Each round looks for what the rounds before acknowledged, writes, and dies in the middle of it. */
async function crashAgainAndAgain(
  config: Config,
  writers: CrashWriters,
  random: Random,
): Promise<void> {
  for (let round = 0; round < ROUNDS / LANES; round++) {
    const service = await startServiceProcess(toVariables(config))
    try {
      expect(await writers.missing(service.url)).toEqual([])
      const writing = writers.write(service.url)
      await writers.untilAcknowledged(random.between(1, MAX_WRITES))
      await sleep(random.next() * MAX_PAUSE_MS)
      await service.kill()
      await writing
    } finally {
      service.child.kill('SIGKILL')
    }
  }
}

/** Starts the service once more, finds all that was acknowledged, and verifies the logs. */
async function lookAgain(config: Config, writers: CrashWriters): ReturnType<typeof verifyLogs> {
  writers.forgetFound()
  if (!isLongRun) {
    const { url, deps, stop } = await startService(config, pino({ level: 'silent' }))
    expect(await writers.missing(url)).toEqual([])
    const streams = await verifyLogs(deps.store.db)
    await stop()
    return streams
  }
  const service = await startServiceProcess(toVariables(config))
  expect(await writers.missing(service.url)).toEqual([])
  await service.kill()
  const store = await openStore(config)
  const streams = await verifyLogs(store.db)
  await store.close()
  return streams
}

/** A store with a project to write to, and the writers that remember what was acknowledged. */
async function prepare(
  dataDir: string,
  url: string | undefined,
): Promise<{ config: Config; writers: CrashWriters; stop: () => Promise<void> }> {
  const service = await startTestService(url, { dataDir })
  const seed = createSeed(service.deps.store)
  const project = await seed.project()
  const writers = createCrashWriters(project, {
    session: await seed.session(project.admin.id),
    token: await seed.apiToken({ projectId: project.id, userId: project.admin.id }),
    agent: { 'service-secret-key': project.environment.secret },
  })
  await service.pause()
  return { config: service.config, writers, stop: service.stop }
}
