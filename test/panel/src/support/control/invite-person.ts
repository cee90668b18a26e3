import { randomUUID } from 'node:crypto'
import {
  type Administration,
  openAdministration,
} from '../../../../../examples/store/src/administration.js'
import type { Person, PersonSetting } from './known-people.js'

/** Invites somebody, accepts for them and signs them in. */
export async function invitePerson(
  { send }: Administration,
  { serviceUrl, projectPath }: { readonly serviceUrl: string; readonly projectPath: string },
  name: string,
  { role, team, level = 'user', tags = {} }: PersonSetting,
): Promise<Person> {
  const findId = async (kind: 'roles' | 'teams', wanted: string): Promise<number> => {
    const path = `${projectPath}/${kind}`
    const { data } = await send<{ data: readonly { id: number; name: string }[] }>('GET', path)
    const found = data.find(each => each.name === wanted)
    if (!found) throw new Error(`There is no '${wanted}' among the ${kind} of the shop.`)
    return found.id
  }
  const credentials = { email: `${name}@panel.example`, password: `${randomUUID()} of ${name}` }
  const invited = await send<{ token: string }>('POST', `${projectPath}/invitations`, {
    email: credentials.email,
    permissionLevel: level,
    roleId: await findId('roles', role),
    teamIds: [await findId('teams', team)],
    tags,
  })
  await send('POST', `/api/invitations/${invited.token}/accept`, {
    password: credentials.password,
    firstName: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    lastName: 'Tester',
  })
  const { cookie } = await openAdministration(serviceUrl, credentials)
  return { ...credentials, role, team, cookie }
}
