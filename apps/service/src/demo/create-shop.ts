import type { Transaction } from 'kysely'
import type { Actor, ActorPerson } from '../features/admin-logs/write-admin-log.js'
import { useSecret } from '../features/environments/environment-secrets.js'
import { addMember } from '../features/people/add-member.js'
import { createUser, findUser } from '../features/people/create-user.js'
import { createProject } from '../features/projects/create-project.js'
import {
  addNamedResource,
  listNamedResources,
  renameNamedResource,
} from '../features/projects/named-resources.js'
import { setRights } from '../features/roles/write-rights.js'
import { setScope } from '../features/scopes/write-scopes.js'
import type { Environment, Project } from '../http/access/callers.js'
import type { Database } from '../store/schema.js'
import { colleagues, roleNames, type TeamName, teamNames } from './people.js'
import { rights, scopes } from './rights.js'
import { writeScreens } from './write-screens.js'

export const PROJECT_NAME = 'Store'

export interface ShopSetting {
  /** The account that becomes the administrator of the shop. */
  readonly adminEmail: string
  /** The secret the shop's agent uses. */
  readonly envSecret?: string
}

/** The demo project with everything that notes and logs refer to. */
export interface Shop {
  readonly project: Project
  readonly environment: Environment
  readonly size: number
  /** Returns a person by index; the manager is index 0. */
  person(index: number): ActorPerson
  teamId(name: TeamName): number
}

/** Creates the project the way an administrator would, so every step is in the admin log. */
export async function createShop(
  transaction: Transaction<Database>,
  { adminEmail, envSecret }: ShopSetting,
): Promise<Shop> {
  const manager = await findManager(transaction, adminEmail)
  const actor: Actor = { initiator: 'administrator', person: manager }
  const project = await createProject(transaction, {
    name: PROJECT_NAME,
    userId: manager.id,
    actor,
  })
  const { environment } = project
  const target = { projectId: project.id, actor }
  await renameFirstRole(transaction, target)
  const teams = await addParts(transaction, 'teams', teamNames, target)
  const roles = await addParts(transaction, 'roles', roleNames, target)
  for (const name of roleNames) {
    const roleId = requireId(roles, name)
    await setRights(transaction, { ...target, environment, roleId }, rights[name])
  }
  for (const { team, collectionName, condition } of scopes) {
    const teamId = requireId(teams, team)
    await setScope(transaction, { ...target, environment, teamId, collectionName }, condition)
  }
  const people = [manager]
  for (const colleague of colleagues) {
    const person = await ensureUser(transaction, colleague)
    await addMember(transaction, {
      ...target,
      userId: person.id,
      permissionLevel: colleague.level,
      roleId: requireId(roles, colleague.role),
      teamIds: colleague.teams.map(name => requireId(teams, name)),
      tags: colleague.tags,
    })
    people.push(person)
  }
  await writeScreens(transaction, {
    project,
    environment,
    manager,
    teams: teamNames.map(name => ({ id: requireId(teams, name), name })),
  })
  if (envSecret !== undefined) await useSecret(transaction, environment.id, envSecret)
  return {
    project,
    environment,
    size: people.length,
    person: index => people[index] ?? manager,
    teamId: name => requireId(teams, name),
  }
}

/** The administrator of the installation becomes the manager of the shop. */
async function findManager(
  transaction: Transaction<Database>,
  email: string,
): Promise<ActorPerson> {
  const manager = await findUser(transaction, email)
  if (!manager) throw new Error(`The demo data need an account of ${email}, and there is none.`)
  await transaction
    .updateTable('users')
    .set({ username: 'shop manager', first_name: 'Shop', last_name: 'Manager' })
    .where('id', '=', manager.id)
    .execute()
  return { ...manager, username: 'shop manager' }
}

/** Renames the role that every new project has to that of the managers. */
async function renameFirstRole(
  transaction: Transaction<Database>,
  target: { readonly projectId: number; readonly actor: Actor },
): Promise<void> {
  const [first] = await listNamedResources(transaction, 'roles', target.projectId)
  if (first)
    await renameNamedResource(transaction, 'roles', { ...target, id: first.id }, roleNames[0])
}

type Named = ReadonlyMap<string, number>

const requireId = (parts: Named, name: string): number => {
  const id = parts.get(name)
  if (id === undefined) throw new Error(`The demo project has no '${name}'.`)
  return id
}

/** Adds the teams and roles that a new project lacks, and returns the ids of all. */
async function addParts(
  transaction: Transaction<Database>,
  table: 'roles' | 'teams',
  names: readonly string[],
  target: { readonly projectId: number; readonly actor: Actor },
): Promise<Named> {
  const known = await transaction
    .selectFrom(table)
    .select(['id', 'name'])
    .where('project_id', '=', target.projectId)
    .execute()
  const ids = new Map(known.map(({ id, name }) => [name, id]))
  for (const name of names) {
    if (ids.has(name)) continue
    ids.set(name, (await addNamedResource(transaction, table, { ...target, name })).id)
  }
  return ids
}

/** Reuses the account when a deleted demo project has left it behind. */
async function ensureUser(
  transaction: Transaction<Database>,
  { username, email, firstName, lastName }: (typeof colleagues)[number],
): Promise<ActorPerson> {
  const user = { username, email, firstName, lastName, passwordHash: null, unverifiedIn: null }
  const person = (await createUser(transaction, user)) ?? (await findUser(transaction, email))
  if (!person) throw new Error(`The account of ${email} could not be made.`)
  return person
}
