import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testSecret } from '../../../../apps/service/src/testing/test-secret.js'
import { upgradeFixtures } from '../../../../apps/service/src/testing/upgrade-fixtures.js'
import { writeProgram } from '../../../../apps/service/src/testing/write-program.js'
import { ask } from '../ask.js'
import { type OpenProject, type OpenService, openProject, openService } from '../open-service.js'
import { type OpenShop, openShop } from '../open-shop.js'
import { signInAtAgent } from '../sign-in-at-agent.js'

const url = inject('postgresUrl')
const earlier = upgradeFixtures.filter(fixture => fixture.readProgram() !== undefined)

describe.skipIf(!url).each(earlier.map(fixture => [fixture.version, fixture] as const))(
  'an agent of this version and a service of %s',
  (_version, fixture) => {
    let service: OpenService
    let project: OpenProject
    let shop: OpenShop
    let token: string

    beforeAll(async () => {
      service = await openService({
        program: await writeProgram(fixture),
        secret: testSecret,
        dataDir: '',
        // An empty database: the service migrates it to its own level.
        postgres: { url: url ?? '', name: 'template1' },
      })
      project = await openProject(service)
      shop = await openShop(service, project)
      await allow(true)
      const person = await project.join('ada', project.roleIds[0])
      token = (await signInAtAgent(shop.url, project.renderingId, person)).token
    })
    afterAll(async () => {
      await shop?.close()
      await service?.close()
    })

    const allow = (browse: boolean) =>
      project.setRights(project.roleIds[0], { defaults: { browse, read: browse }, collections: {} })
    const readStatus = async () => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${shop.url}/orders?timezone=UTC`, { headers })).status
    }

    it('let people in and obey the same rights', async () => {
      await expect.poll(readStatus).toBe(200)
      await allow(false)
      await expect.poll(readStatus).toBe(403)
      await allow(true)
      await expect.poll(readStatus).toBe(200)
    })

    it('keep what people did in the log', async () => {
      await expect.poll(readStatus).toBe(200)
      const path = `${project.environmentPath}/activity-logs`
      const list = () =>
        ask<{ data: readonly { collection?: string; action: string }[] }>(
          service.url,
          'GET',
          path,
          service.owner,
        )
      await expect
        .poll(async () => (await list()).data.map(({ action }) => action))
        .toContain('index')
    })
  },
)
