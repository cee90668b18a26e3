import type { Kysely } from 'kysely'
import { ForbiddenError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import { signedInBySso } from '../../http/access/check-sso.js'
import type { Database } from '../../store/schema.js'

/** Throws unless the person signed in with a browser and, in a project with single sign-on, through it. */
export async function checkSignIn(
  db: Kysely<Database>,
  person: Person,
  projectId: number,
): Promise<void> {
  if (person.credential.kind !== 'session') {
    throw new ForbiddenError(
      'A personal token cannot create tokens. Sign in with a browser.',
      'session_required',
    )
  }
  if (signedInBySso(person, projectId) || !(await hasSso(db, projectId))) return
  throw new ForbiddenError(
    'This project uses single sign-on: sign in through it to create a token.',
    'sso_session_required',
  )
}

/** Whether a project is connected to an identity provider. */
export async function hasSso(db: Kysely<Database>, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sso_connections')
    .select('project_id')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row !== undefined
}
