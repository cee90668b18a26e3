import type { ActivityEntry } from '@service/service-client'
import { fitName } from './fit-subject.js'

/** How somebody and their team are called: the same object for all requests until that changes. */
export type Actor = Pick<ActivityEntry, 'username' | 'userEmail' | 'teamName'>

export function actorOf(
  { username, email }: { readonly username?: string; readonly email: string },
  teamName: string,
): Actor {
  return {
    username: fitName(username),
    userEmail: fitName(email),
    teamName: fitName(teamName),
  }
}
