import { createRandom } from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ActivityWorld, type Done, openActivityWorld } from './activity-world.js'
import type { OpenService } from './open-service.js'
import { openTestService } from './testing/open-test-service.js'

const STEPS = chooseRounds(60, 150)

interface Logged {
  readonly action: string
  readonly recordIds?: readonly string[]
  readonly createdAt: string
  readonly occurredAt: string
  readonly user: { readonly id: number; readonly username: string }
  readonly team: { readonly name: string }
}

let service: OpenService
let world: ActivityWorld

beforeAll(async () => {
  service = await openTestService()
  world = await openActivityWorld(service)
})
afterAll(async () => {
  await world?.close()
  await service?.close()
})

it(`tells each activity once, with its own time and names, after ${STEPS} steps of renames, removals and outages from seed ${fuzzSeed}`, async () => {
  const { project, proxy, teamSessions, teams, act, done } = world
  const random = createRandom(fuzzSeed)
  const statuses = new Set<number>()
  const counts: Record<string, number> = {}
  const names = { project: 'Shop', environment: 'Live' }
  const present = new Set(teamSessions.map(({ person }) => person))
  const existingTeams = new Set(teams.map(({ id }) => id))
  let serial = 0

  const fresh = (word: string) => {
    serial += 1
    return `${word} ${serial}`
  }
  const change = (path: string, body: object) => world.ask('PATCH', project.path + path, body)
  /** Mostly somebody who is still let in. */
  const pickTeamSession = () => {
    const open = teamSessions.filter(
      teamSession => present.has(teamSession.person) && existingTeams.has(teamSession.teamId),
    )
    return random.pick(random.chance(0.2) ? teamSessions : open)
  }
  const request = async () =>
    statuses.add(await act(pickTeamSession(), random.pick(['read', 'update'])))
  const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    list: async () => statuses.add(await act(pickTeamSession(), 'index')),
    request,
    burst: () => Promise.all(Array.from({ length: 8 }, request)),
    renameTeam: () => change(`/teams/${random.pick([...existingTeams])}`, { name: fresh('Team') }),
    renameRole: () => change(`/roles/${project.roleIds[0]}`, { name: fresh('Role') }),
    async renamePerson() {
      const person = random.pick([...present])
      const name = fresh('person')
      const body = { username: name, firstName: name }
      await world.ask('PATCH', '/api/me', body, world.findSession(person))
    },
    async renamePlaces() {
      names.environment = fresh('Live')
      names.project = fresh('Shop')
      await change(project.environmentPath.slice(project.path.length), { name: names.environment })
      await change('', { name: names.project })
    },
    async removeTeam() {
      // The owner of the project is in the first one.
      const [, ...removable] = existingTeams
      if (removable.length === 0) return
      const teamId = random.pick(removable)
      existingTeams.delete(teamId)
      for (const { id } of present) await change(`/people/${id}`, { teamIds: [...existingTeams] })
      await world.ask('DELETE', `${project.path}/teams/${teamId}`)
    },
    async removePerson() {
      if (present.size < 2) return
      const person = random.pick([...present])
      present.delete(person)
      await world.ask('DELETE', `${project.path}/people/${person.id}`)
    },
    async removeRole() {
      const { id } = await world.ask<{ id: number }>('POST', `${project.path}/roles`, {
        name: fresh('Role'),
      })
      await world.ask('DELETE', `${project.path}/roles/${id}`)
    },
    async outage() {
      proxy.refuse(true)
      proxy.cut()
    },
    async lostAnswers() {
      proxy.refuse(false)
      proxy.truncate(random.between(0, 300))
      proxy.cut()
    },
    recovery: restoreConnections,
    restart: world.restart,
    pause: () => wait(random.between(0, 300)),
  }

  async function restoreConnections() {
    proxy.refuse(false)
    proxy.truncate(undefined)
    proxy.cut()
  }

  const weights: Readonly<Record<string, number>> = {
    list: 20,
    request: 30,
    burst: 10,
    renameTeam: 10,
    renameRole: 3,
    renamePerson: 10,
    renamePlaces: 3,
    removeTeam: 1,
    removePerson: 1,
    removeRole: 2,
    outage: 6,
    lostAnswers: 6,
    recovery: 6,
    restart: 2,
    pause: 8,
  }
  const deck = Object.entries(weights).flatMap(([name, weight]) => Array(weight).fill(name))

  for (let step = 0; step < STEPS; step++) {
    const name = random.pick(deck)
    counts[name] = (counts[name] ?? 0) + 1
    await steps[name]?.()
  }
  await restoreConnections()
  await expect.poll(world.left, { timeout: 60_000, interval: 100 }).toEqual([])

  const logged = await readLog(names)
  const label = JSON.stringify(counts)
  expect(logged.map(told).sort(), label).toEqual(done.map(told).sort())
  expect(misdated(done, logged), label).toEqual([])
  for (const { createdAt, occurredAt } of logged) expect(occurredAt <= createdAt).toBe(true)
  // Those who were removed are refused; nothing else may go wrong at the agent.
  for (const status of statuses) expect([200, 401, 403]).toContain(status)
  expect(done.length).toBeGreaterThan(STEPS / 3)
}, 180_000)

/** The whole log, as the public API tells it, the oldest first. */
async function readLog(names: { readonly project: string; readonly environment: string }) {
  const { token } = await world.ask<{ token: string }>('POST', `${world.project.path}/tokens`, {
    name: 'reader',
    scopes: ['activity_logs:read'],
  })
  const encodedNames = [names.project, names.environment].map(encodeURIComponent)
  const path = `/v1/project/${encodedNames[0]}/environment/${encodedNames[1]}/activity-logs?order=asc`
  const headers = { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' }
  const text = await (await fetch(service.url + path, { headers })).text()
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Logged)
}

/** Who did what, under which names. */
function told(entry: Done | Logged): string {
  const { id, username, team } =
    'user' in entry
      ? { ...entry.user, team: entry.team.name }
      : { id: entry.userId, username: entry.username, team: entry.team }
  return `${entry.action} ${entry.recordIds?.join() ?? ''} by ${id} (${username}) of ${team}`
}

/** What was done and has no entry of its own whose time lies between the beginning and the end of the request. */
function misdated(done: readonly Done[], logged: readonly Logged[]): readonly string[] {
  const times = new Map<string, number[]>()
  for (const entry of logged) {
    times.set(told(entry), [...(times.get(told(entry)) ?? []), Date.parse(entry.occurredAt)])
  }
  return [...done]
    .sort((one, other) => one.startedAt - other.startedAt)
    .flatMap(entry => {
      const known = times.get(told(entry))?.sort((one, other) => one - other) ?? []
      const at = known.shift() ?? Number.NaN
      return at >= entry.startedAt && at <= entry.endedAt ? [] : [`${told(entry)}: ${at}`]
    })
}
