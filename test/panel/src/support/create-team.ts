import { randomUUID } from 'node:crypto'
import { findShop, openAdministration } from '../../../../examples/store/src/administration.js'
import { askService } from './ask-service.js'
import { shop } from './panel-test.js'
import { createPerson, type Person } from './people.js'

export interface OwnTeam {
  readonly name: string
  /** Somebody who reads. */
  readonly reader: Person & { readonly id: number }
  /** An editor of the project. */
  readonly author: Person & { readonly id: number }
  readonly environmentPath: string
  readonly teamPath: string
}

/**
 * A team and a role of the test's own in the shop, so that it changes nothing that other tests look at. Its role reads
 * everything, and asks for and decides on `Put on sale`, for which no other test asks.
 */
export async function createTeam(): Promise<OwnTeam> {
  const admin = await openAdministration(shop.serviceUrl, shop)
  const { projectPath, environmentPath } = await findShop(admin, shop.email)
  const name = `Team ${randomUUID().slice(0, 8)}`
  const role = await admin.send<{ id: number }>('POST', `${projectPath}/roles`, { name })
  const look = { browse: true, read: true }
  const actions = { 'Put on sale': { trigger: true, requireApproval: true, approve: true } }
  await admin.send('PUT', `${environmentPath}/roles/${role.id}/rights`, {
    defaults: look,
    collections: { products: { ...look, actions } },
  })
  const team = await admin.send<{ id: number }>('POST', `${projectPath}/teams`, { name })
  const join = async (level: 'user' | 'editor') => {
    const person = await createPerson({ role: name, team: 'Operations', level })
    const { user } = await askService<{ user: { id: number } }>(person, 'GET', '/api/session')
    await admin.send('PATCH', `${projectPath}/people/${user.id}`, { teamIds: [team.id] })
    return { ...person, id: user.id }
  }
  const people = { reader: await join('user'), author: await join('editor') }
  await admin.close()
  return { name, ...people, environmentPath, teamPath: `${environmentPath}/teams/${team.id}` }
}
