import type { ServiceUser, Snapshot } from '../port/snapshot.js'
import { idAt, type Json, listAt, objectAt, readEach, textAt, type Warn } from './shape.js'

/** The users of an environment and the names of their roles. */
export type People = Pick<Snapshot, 'users' | 'roles'>

/**
 * Parses `GET /agent-api/permissions/users`. Invalid users are left out, which denies them access.
 */
export function parseUsers(document: unknown, warn: Warn): People {
  const read = readEach(
    listAt(document, 'the document').entries(),
    index => `User ${index + 1} of the list`,
    parseUser,
    warn,
  )
  const people = [...read.values()]
  return {
    users: new Map(people.map(({ user }) => [user.id, user])),
    roles: new Map(people.map(({ user, role }) => [user.roleId, role])),
  }
}

function parseUser(value: unknown): { readonly user: ServiceUser; readonly role: string } {
  const given = objectAt(value, 'it')
  const { renderingIds, role = '', username, sessionVersion } = given
  return {
    role: textAt(role, "'role'"),
    user: {
      id: idAt(given.id, "'id'"),
      email: textAt(given.email, "'email'"),
      firstName: textAt(given.firstName, "'firstName'"),
      lastName: textAt(given.lastName, "'lastName'"),
      permissionLevel: textAt(given.permissionLevel, "'permissionLevel'"),
      roleId: idAt(given.roleId, "'roleId'"),
      tags: parseTags(given),
      ...(renderingIds !== undefined && {
        renderingIds: listAt(renderingIds, "'renderingIds'").map(id => idAt(id, 'a rendering')),
      }),
      ...(username !== undefined && { username: textAt(username, "'username'") }),
      ...(sessionVersion !== undefined && {
        sessionVersion: idAt(sessionVersion, "'sessionVersion'"),
      }),
    },
  }
}

function parseTags({ tags = {} }: Json): Readonly<Record<string, string>> {
  const entries = Object.entries(objectAt(tags, "'tags'"))
  return Object.fromEntries(entries.map(([key, tag]) => [key, textAt(tag, `tag '${key}'`)]))
}
