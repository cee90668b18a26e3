import {
  type Administration,
  openAdministration,
} from '../../../../examples/store/src/administration.js'
import { askControl, askControlOnce } from './control/ask-control.js'
import type { MailService } from './control/mail-service.js'

/** Starts the service with a mail server, once for all files. */
const findMailService = () =>
  askControlOnce<Pick<MailService, 'serviceUrl' | 'email' | 'password'>>('/mail-service')

/** Waits for the message to an address. */
export const receiveMail = (to: string): Promise<string> => askControl('/mail', to)

/** The link in a message. */
export const readLink = (text: string): string => /^http:\/\/\S+$/m.exec(text)?.[0] ?? ''

export interface MailProject {
  readonly admin: Administration
  readonly name: string
  readonly path: string
  readonly environmentPath: string
  readonly serviceUrl: string
  readonly owner: { readonly email: string; readonly password: string }
  /** Invites an address, and returns the link that is mailed to it. */
  invite(email: string): Promise<string>
  findPersonId(email: string): Promise<number>
}

interface Listed {
  readonly data: readonly { readonly id: number; readonly name: string }[]
}

/** Makes a project at the service with mail. */
export async function createMailProject(name: string): Promise<MailProject> {
  const { serviceUrl, ...owner } = await findMailService()
  const admin = await openAdministration(serviceUrl, owner)
  const { id } = await admin.send<{ id: number }>('POST', '/api/projects', { name })
  const path = `/api/projects/${id}`
  const first = async (kind: string) =>
    (await admin.send<Listed>('GET', `${path}/${kind}`)).data[0]?.id ?? 0
  const [roleId, teamId, environmentId] = [
    await first('roles'),
    await first('teams'),
    await first('environments'),
  ]
  return {
    admin,
    name,
    path,
    serviceUrl,
    owner,
    environmentPath: `${path}/environments/${environmentId}`,
    async invite(email) {
      const invitation = { email, permissionLevel: 'user', roleId, teamIds: [teamId] }
      await admin.send('POST', `${path}/invitations`, invitation)
      return readLink(await receiveMail(email))
    },
    async findPersonId(email) {
      const { data } = await admin.send<{
        data: readonly { readonly id: number; readonly email: string }[]
      }>('GET', `${path}/people`)
      return data.find(person => person.email === email)?.id ?? 0
    },
  }
}
