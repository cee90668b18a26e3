import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseRounds, freePort, hasNginx, startNginx, startRedis } from '@service/test-support'
import { expect, inject, it } from 'vitest'
import { verifyLogs } from '../../../../apps/service/src/logs/verify-logs.js'
import { openStore, type Store } from '../../../../apps/service/src/store/open-store.js'
import {
  type ApprovalsWorld,
  startApprovalsWorld,
} from '../../../../apps/service/src/testing/approvals-world.js'
import { type Acknowledged, createLoad, type Work } from '../testing/instances/create-load.js'
import { followNotes } from '../testing/instances/follow-notes.js'
import { type Fleet, startFleet } from '../testing/instances/start-fleet.js'
import { createSteadyClient, type Traffic } from '../testing/instances/steady-client.js'

/** `KILL_SECONDS=300` looks for minutes. */
const seconds = Number(process.env.KILL_SECONDS ?? chooseRounds(6, 60))
const instances = 3
const rateLimit = 30
/** Enough that writers stay below the limit of each. */
const tokenCount = 500
const windowSeconds = 60

const whyNot = [
  inject('postgresUrl') ? [] : ['PostgreSQL is not installed'],
  hasNginx() ? [] : ['nginx is not installed'],
].flat()

it('has all that it needs', ({ skip }) => {
  if (whyNot.length === 0) return
  if (process.env.REQUIRE_ALL) throw new Error(`REQUIRE_ALL is set and ${whyNot.join(', ')}.`)
  skip(whyNot.join(', '))
})

it.skipIf(whyNot.length > 0)(
  'three instances behind nginx lose nothing while one after the other is killed',
  { timeout: (seconds + 600) * 1000, retry: 0 },
  async () => {
    const world = await startApprovalsWorld(inject('postgresUrl'))
    const undo: (() => Promise<void>)[] = [world.stop]
    try {
      const redis = await startRedis()
      if (redis) undo.push(redis.stop)
      else if (process.env.REQUIRE_ALL) throw new Error('REQUIRE_ALL is set and Redis is missing.')
      const { project, seed, service } = world
      const createApiToken = () =>
        seed.apiToken({ projectId: project.id, userId: project.admin.id })
      const tokens: Record<string, string>[] = []
      while (tokens.length < tokenCount) tokens.push(await createApiToken())
      const limitedToken = await createApiToken()
      // From now on it is served by processes.
      await service.pause()
      const fleet = await startFleet(instances, {
        SERVICE_DATABASE_URL: service.config.databaseUrl ?? '',
        SERVICE_DATA_DIR: service.config.dataDir,
        SERVICE_SECRET: service.config.secret ?? '',
        // Without Redis, limits are counted in PostgreSQL.
        SERVICE_REDIS_URL: redis?.url ?? '',
        SERVICE_RATE_LIMIT: String(rateLimit),
        SERVICE_TRUSTED_PROXIES: '127.0.0.1',
        SERVICE_LOG_LEVEL: 'silent',
      })
      undo.push(fleet.stop)
      const port = await freePort()
      const proxy = await startNginx({
        ...{ layout: 'hosts', port, service: fleet.addresses, agent: '127.0.0.1:9' },
      })
      undo.push(proxy.stop)
      const traffic: Traffic = { requests: 0, failures: 0 }
      const connect = () =>
        createSteadyClient({ ca: proxy.ca, port, host: 'backoffice.example.com' }, traffic)

      const { acknowledged, works } = createLoad(world, tokens, limitedToken)
      const notes = `/api/projects/${project.id}/environments/${project.environment.id}/notes`
      const followers = (['admin', 'clerk', 'head'] as const).map(who =>
        followNotes(connect(), notes, world.as[who]),
      )
      const begin = performance.now()
      const workers = works.map(work => ({ work, client: connect() }))
      const kills = await killDuring(fleet, workers, acknowledged)
      const elapsed = (performance.now() - begin) / 1000

      const titles = [...acknowledged.notes.values()]
      for (const follower of followers) {
        await expect.poll(() => titles.filter(title => !follower.titles.has(title))).toEqual([])
        expect(follower.problems).toEqual([])
        follower.stop()
      }
      const store = await openStore(service.config)
      undo.push(store.close)
      expect(await findLosses(store, project, acknowledged)).toEqual([])
      expect((await verifyLogs(store.db)).filter(stream => stream.problem)).toEqual([])

      const { limited } = acknowledged
      const windows = Math.floor(elapsed / windowSeconds) + 1
      expect(limited.accepted).toBeLessThanOrEqual(rateLimit * windows)
      expect(limited.refused).toBeGreaterThan(0)
      expect(kills).toBeGreaterThanOrEqual(2)
      expect(acknowledged.decisions.size).toBeGreaterThan(0)
      expect(Math.max(...followers.map(({ openings }) => openings))).toBeGreaterThan(1)
      console.log(
        `${instances} instances, ${Math.round(elapsed)} s, ${kills} kills, ${traffic.requests} requests, ` +
          `${traffic.failures} without a response, acknowledged: ${titles.length} notes, ` +
          `${acknowledged.entries.size} activity entries, ${acknowledged.tokens.size} tokens, ` +
          `${acknowledged.approvals.size} approvals, ${acknowledged.decisions.size} decisions; lost: 0; ` +
          `limit of ${rateLimit} a minute: ${limited.accepted} accepted, ${limited.refused} refused; ` +
          `streams opened: ${followers.map(({ openings }) => openings).join(', ')}`,
      )
    } finally {
      for (const close of undo.reverse()) await close()
    }
  },
)

interface Worker {
  readonly work: Work
  readonly client: ReturnType<typeof createSteadyClient>
}

/** Kills one instance after the other while the workers work. Returns how many. */
async function killDuring(
  fleet: Fleet,
  workers: readonly Worker[],
  { limited }: Acknowledged,
): Promise<number> {
  let isOver = false
  const working = Promise.all(
    workers.map(async ({ work, client }) => {
      while (!isOver) await work(client)
      client.close()
    }),
  )
  // A worker that fails ends the test at once.
  let failure: unknown
  working.catch(error => {
    failure = error
  })
  const end = performance.now() + seconds * 1000
  let kills = 0
  // How busy the machine is must not matter: two are killed, and the limit is reached, in any case.
  const isDue = () => kills < 2 || limited.refused === 0 || performance.now() < end
  while (!failure && isDue()) {
    await sleep(randomInt(200, 1_200))
    await fleet.replace(kills % instances)
    kills += 1
  }
  isOver = true
  await working
  return kills
}

/** What was acknowledged and is not there, is there twice, or was decided twice. */
async function findLosses(
  { db }: Store,
  project: ApprovalsWorld['project'],
  acknowledged: Acknowledged,
): Promise<readonly string[]> {
  const [notes, entries, tokens, approvals, adminLogs] = await Promise.all([
    db
      .selectFrom('notes')
      .select(['id', 'title'])
      .where('environment_id', '=', project.environment.id)
      .execute(),
    db
      .selectFrom('activity_logs')
      .select('label')
      .where('environment_id', '=', project.environment.id)
      .execute(),
    db.selectFrom('api_tokens').select('id').execute(),
    db.selectFrom('approvals').select(['id', 'status']).execute(),
    db
      .selectFrom('admin_logs')
      .select(['resource', 'type', 'new_value'])
      .where('project_id', '=', project.id)
      .execute(),
  ])
  const titles = notes.map(({ title }) => title)
  const labels = entries.map(({ label }) => label).filter(label => label?.startsWith('entry-'))
  const tokenIds = new Set(tokens.map(({ id }) => id))
  const statuses = new Map<number, string>(approvals.map(({ id, status }) => [id, status]))
  const logged = (
    resource: string,
    isWanted: (value: { id: number; status?: string }) => boolean,
  ) => adminLogs.filter(log => log.resource === resource && isWanted(readValue(log.new_value)))
  const isDecision = ({ status }: { status?: string }) =>
    status === 'approved' || status === 'rejected'
  const decided = logged('approval', isDecision).map(({ new_value }) => readValue(new_value).id)
  const createdTokens = new Set(logged('token', () => true).map(log => readValue(log.new_value).id))
  return [
    ...listMissing(acknowledged.notes.values(), new Set(titles)).map(each => `${each} is lost`),
    ...listRepeated(titles).map(each => `${each} was written twice`),
    ...listMissing(acknowledged.entries, new Set(labels)).map(each => `${each} is lost`),
    ...listRepeated(labels).map(each => `${each} was written twice`),
    ...listMissing(acknowledged.tokens, tokenIds).map(id => `token ${id} is lost`),
    ...listMissing(acknowledged.tokens, createdTokens).map(id => `token ${id} is not in the log`),
    ...listMissing(acknowledged.approvals, new Set(statuses.keys())).map(
      id => `approval ${id} is lost`,
    ),
    ...listRepeated(decided).map(id => `approval ${id} was decided twice in the log`),
    ...[...acknowledged.decisions].flatMap(([id, decisions]) =>
      decisions.length === 1 && statuses.get(id) === decisions[0]
        ? []
        : [`approval ${id} is ${statuses.get(id)} after ${decisions.join(' and ')}`],
    ),
  ]
}

const readValue = (value: unknown): { id: number; status?: string } =>
  (typeof value === 'string' ? JSON.parse(value) : (value ?? {})) as { id: number }

const listMissing = <T>(wanted: Iterable<T>, found: ReadonlySet<unknown>): readonly T[] =>
  [...wanted].filter(each => !found.has(each))

const listRepeated = <T>(values: readonly T[]): readonly T[] => {
  const seen = new Set<T>()
  return values.filter(value => seen.size === seen.add(value).size)
}
