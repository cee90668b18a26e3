import type { ActivityEntry } from '@service/service-client'
import { fitName } from './fit-subject.js'

/** The names of a person and their team; requests share one object until the names change. */
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
