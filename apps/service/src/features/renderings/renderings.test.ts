import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { createSeed } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

describe('renderings', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
  })
  afterAll(() => service?.stop())

  it('exist for every team in every environment, whichever was made first, and are shown by team', async () => {
    const seed = createSeed(service.deps.store)
    const project = await seed.project()
    const admin = await seed.session(project.admin.id)
    const member = await seed.session((await seed.member(project, 'developer')).id)
    const call = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
      ask(service.url, method, `/api/projects/${project.id}${path}`, { headers, body })
    const made = await Promise.all([
      call('POST', '/teams', admin, { name: 'Abroad' }),
      call('POST', '/environments', admin, { name: 'Staging', kind: 'staging' }),
    ])
    expect(made.map(answer => answer.status)).toEqual([201, 201])
    const environments = [project.environment.id, made[1].body.id]
    const shown = await Promise.all(
      environments.map(async id => {
        const path = `/environments/${id}/renderings`
        const names = async (headers: Record<string, string>) => {
          const { body } = await call('GET', path, headers)
          return body.data.map((one: { team: { name: string } }) => one.team.name)
        }
        return [await names(admin), await names(member)]
      }),
    )
    expect(shown).toEqual(Array(2).fill([['Abroad', 'Operations'], ['Operations']]))
    const { body } = await call('GET', `/environments/${environments[0]}/renderings`, member)
    expect(body.data).toEqual([
      { id: expect.any(Number), team: { id: project.team.id, name: 'Operations' } },
    ])
  })
})
