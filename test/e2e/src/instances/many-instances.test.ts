import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  findChromium,
  freePort,
  hasNginx,
  isLongRun,
  proxyHosts,
  startNginx,
  startRedis,
  type ThrowAwayServer,
} from '@service/test-support'
import { expect, inject, it } from 'vitest'
import { verifyLogs } from '../../../../apps/service/src/logs/verify-logs.js'
import { openStore } from '../../../../apps/service/src/store/open-store.js'
import { startApprovalsWorld } from '../../../../apps/service/src/testing/approvals-world.js'
import { type Acknowledged, createLoad, type Work } from '../testing/instances/create-load.js'
import { findLosses, findUnlogged } from '../testing/instances/find-losses.js'
import { followNotes } from '../testing/instances/follow-notes.js'
import { type OpenedPanel, openPanel, startBrowser } from '../testing/instances/open-panel.js'
import { type Fleet, startFleet } from '../testing/instances/start-fleet.js'
import { startFleetAgent } from '../testing/instances/start-fleet-agent.js'
import { createSteadyClient, type Traffic } from '../testing/instances/steady-client.js'
import { workAtAgent } from '../testing/instances/work-at-agent.js'
import { openEdge } from '../testing/proxies/edge-client.js'
import { signInAtEdge } from '../testing/proxies/sign-in-at-edge.js'

/** `KILL_SECONDS=300` looks for minutes. */
const seconds = Number(process.env.KILL_SECONDS ?? 30)
const instances = 3
const rateLimit = 30
/** Enough that writers stay below the limit of each. */
const tokenCount = 500
const windowSeconds = 60
/** Redis is killed together with every so manieth instance. */
const redisEvery = 4

const whyNot = [
  inject('postgresUrl') ? [] : ['PostgreSQL is not installed'],
  hasNginx() ? [] : ['nginx is not installed'],
  findChromium() ? [] : ['Chromium is not installed'],
].flat()

it.runIf(isLongRun)('has all that it needs', ({ skip }) => {
  if (whyNot.length === 0) return
  if (process.env.REQUIRE_ALL) throw new Error(`REQUIRE_ALL is set and ${whyNot.join(', ')}.`)
  skip(whyNot.join(', '))
})

// Other tests show the same of one instance, of events between two, and of a proxy whose first instance is down.
it.runIf(isLongRun && whyNot.length === 0)(
  'instances behind nginx lose nothing while one after the other is killed',
  { timeout: (seconds + 600) * 1000, retry: 0 },
  async () => {
    await promisify(execFile)(process.execPath, ['scripts/build-panel.mjs'])
    const world = await startApprovalsWorld(inject('postgresUrl'))
    const undo: (() => Promise<void>)[] = [world.stop]
    try {
      const redis = await startRedis()
      if (redis) undo.push(redis.stop)
      else if (process.env.REQUIRE_ALL) throw new Error('REQUIRE_ALL is set and Redis is missing.')
      const { project, roles, seed, service } = world
      const createApiToken = () =>
        seed.apiToken({ projectId: project.id, userId: project.admin.id })
      const tokens: Record<string, string>[] = []
      while (tokens.length < tokenCount) tokens.push(await createApiToken())
      const limitedToken = await createApiToken()
      const colleague = await seed.member(project, 'user')
      const [port, agentPort] = [await freePort(), await freePort()]
      const publicUrl = `https://${proxyHosts.service}:${port}`
      const agentUrl = `https://${proxyHosts.agent}:${port}/service`
      const as = await mapValues({ ...world.people, colleague }, ({ id }) =>
        seed.session(id, { publicUrl }),
      )
      // From now on it is served by processes.
      await service.pause()
      const fleet = await startFleet(instances, {
        SERVICE_DATABASE_URL: service.config.databaseUrl ?? '',
        SERVICE_DATA_DIR: service.config.dataDir,
        SERVICE_SECRET: service.config.secret ?? '',
        // Without Redis, limits are counted in PostgreSQL.
        SERVICE_REDIS_URL: redis?.url ?? '',
        SERVICE_RATE_LIMIT: String(rateLimit),
        SERVICE_PUBLIC_URL: publicUrl,
        SERVICE_TRUSTED_PROXIES: '127.0.0.1',
        SERVICE_LOG_LEVEL: 'silent',
      })
      undo.push(fleet.stop)
      const agent = `127.0.0.1:${agentPort}`
      const proxy = await startNginx({ layout: 'hosts', port, service: fleet.addresses, agent })
      undo.push(proxy.stop)
      const traffic: Traffic = { requests: 0, failures: 0 }
      const { ca } = proxy
      const connect = (target: 'service' | 'agent' = 'service') =>
        createSteadyClient({ ca, port, host: proxyHosts[target] }, traffic)

      const environmentPath = `/api/projects/${project.id}/environments/${project.environment.id}`
      const admin = connect()
      const ask = (method: string, path: string, body?: object) =>
        admin.send(method, path, { headers: as.admin, ...(body && { body }) })
      await ask('PATCH', environmentPath, { agentUrl })
      const rightsOf = (roleId: number) => `${environmentPath}/roles/${roleId}/rights`
      await ask('PUT', rightsOf(project.role.id), allRights)
      undo.push(
        await startFleetAgent(ca, {
          ...{ port: agentPort, serverUrl: `https://127.0.0.1:${port}` },
          envSecret: project.environment.secret,
        }),
      )
      const { body } = await ask('GET', `${environmentPath}/renderings`)
      const [{ id: renderingId }] = (body as { data: [{ id: number }] }).data
      const signIn = (owner: Readonly<Record<string, string>>) =>
        signInAtEdge({
          ...{ agentUrl, publicUrl, owner, project: { environmentPath, renderingId } },
          open: target => openEdge({ ca, port, host: proxyHosts[target] }),
        })
      const atAgent = workAtAgent({
        agent: connect('agent'),
        admin: as.admin,
        manager: await signIn(as.admin),
        clerk: await signIn(as.bystander),
        rightsPath: rightsOf(roles.bystander),
      })
      const browser = await startBrowser(findChromium() ?? '')
      undo.push(() => browser.close())
      const list = `${publicUrl}/app/${encodeURIComponent(project.name)}/Production/Operations/data/orders`
      const viewers = [as.admin, as.colleague]
      const panels: OpenedPanel[] = []
      for (const viewer of viewers) panels.push(await openPanel(browser, list, viewer))

      const { acknowledged, works } = createLoad({ project, as }, tokens, limitedToken)
      const followers = (['admin', 'clerk', 'head'] as const).map(who =>
        followNotes(connect(), `${environmentPath}/notes`, as[who]),
      )
      const begin = performance.now()
      const workers = [...works, ...atAgent.works, ...panels.map(({ work }) => work)].map(work => ({
        ...{ work, client: connect() },
      }))
      const { kills, outages } = await killDuring(fleet, redis, workers, acknowledged)
      const elapsed = (performance.now() - begin) / 1000

      const titles = [...acknowledged.notes.values()]
      for (const follower of followers) {
        await expect.poll(() => titles.filter(title => !follower.titles.has(title))).toEqual([])
        expect(follower.problems).toEqual([])
        follower.stop()
      }
      const mentioned = [project.admin, colleague].map(({ id }) => mention(id)).join('')
      const note = { title: 'Look', collectionName: 'orders', recordId: '1', content: mentioned }
      await admin.send('POST', `${environmentPath}/notes`, { headers: as.head, body: note })
      await Promise.all(panels.map(panel => panel.showsMention()))
      expect(panels.flatMap(({ problems }) => problems)).toEqual([])
      admin.close()
      atAgent.close()
      const store = await openStore(service.config)
      undo.push(store.close)
      expect(await findLosses(store, project, acknowledged)).toEqual([])
      // The agent sends what it recorded when it can.
      await expect.poll(() => findUnlogged(store, project, atAgent.created)).toEqual([])
      expect((await verifyLogs(store.db)).filter(stream => stream.problem)).toEqual([])

      const { limited } = acknowledged
      // Counts begin again when Redis goes, and when it comes back with nothing.
      const windows = Math.floor(elapsed / windowSeconds) + 1 + 2 * outages
      expect(limited.accepted).toBeLessThanOrEqual(rateLimit * windows)
      expect(limited.refused).toBeGreaterThan(0)
      expect(kills).toBeGreaterThanOrEqual(2)
      expect(acknowledged.decisions.size).toBeGreaterThan(0)
      expect(atAgent.delays.length).toBeGreaterThan(0)
      expect(atAgent.unanswered).toBeLessThanOrEqual(atAgent.created.size / 200)
      expect(Math.max(...followers.map(({ openings }) => openings))).toBeGreaterThan(1)
      console.log(
        `${instances} instances, ${Math.round(elapsed)} s, ${kills} kills, ${outages} of Redis, ` +
          `${traffic.requests} requests, ${traffic.failures} without a response, acknowledged: ` +
          `${titles.length} notes, ${acknowledged.entries.size} activity entries, ` +
          `${acknowledged.tokens.size} tokens, ${acknowledged.approvals.size} approvals, ` +
          `${acknowledged.decisions.size} decisions, ${atAgent.created.size} orders at the agent; lost: 0; ` +
          `limit of ${rateLimit} a minute: ${limited.accepted} accepted, ${limited.refused} refused; ` +
          `${atAgent.delays.length} changes of rights obeyed by the agent after at most ` +
          `${Math.round(Math.max(...atAgent.delays))} ms; streams opened by clients: ` +
          `${followers.map(({ openings }) => openings).join(', ')}, by browsers: ` +
          panels.map(({ streams }) => streams).join(', '),
      )
    } finally {
      for (const close of undo.reverse()) await close()
    }
  },
)

const allRights = {
  defaults: { browse: true, read: true, edit: true, add: true, delete: true, export: true },
  collections: {},
}

const mention = (id: number) => `<p><span data-mention-id="${id}">@you</span> please look</p>`

async function mapValues<K extends string, T, R>(
  values: Readonly<Record<K, T>>,
  change: (value: T) => Promise<R>,
): Promise<Record<K, R>> {
  const entries = Object.entries(values) as [K, T][]
  const changed = await Promise.all(
    entries.map(async ([key, value]) => [key, await change(value)] as const),
  )
  return Object.fromEntries(changed) as Record<K, R>
}

interface Worker {
  readonly work: Work
  readonly client: ReturnType<typeof createSteadyClient>
}

/** Kills one instance after the other, and now and then Redis, while the workers work. */
async function killDuring(
  fleet: Fleet,
  redis: ThrowAwayServer | undefined,
  workers: readonly Worker[],
  { limited }: Acknowledged,
): Promise<{ readonly kills: number; readonly outages: number }> {
  let isOver = false
  const working = Promise.all(
    workers.map(async ({ work, client }) => {
      while (!isOver) {
        await work(client)
      }
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
  let outages = 0
  // How busy the machine is must not matter: two are killed, and the limit is reached, in any case.
  const isDue = () => kills < 2 || limited.refused === 0 || performance.now() < end
  while (!failure && isDue()) {
    await sleep(randomInt(200, 1_200))
    const isOutage = redis !== undefined && kills % redisEvery === 1
    if (isOutage) await redis.kill()
    await fleet.replace(kills % instances)
    if (isOutage) await redis.start()
    outages += isOutage ? 1 : 0
    kills += 1
  }
  isOver = true
  await working
  return { kills, outages }
}
