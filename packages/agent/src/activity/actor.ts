import type { ActivityEntry } from '@service/service-client'
import { truncateName } from './truncate-entry.js'

/** The names of a person and their team; requests share one object until the names change. */
export type Actor = Pick<ActivityEntry, 'username' | 'userEmail' | 'teamName' | 'viewedAsRole'>

export function toActor(
  { username, email }: { readonly username?: string; readonly email: string },
  teamName: string,
  viewedAsRole?: string,
): Actor {
  return {
    username: truncateName(username),
    userEmail: truncateName(email),
    teamName: truncateName(teamName),
    viewedAsRole: truncateName(viewedAsRole),
  }
}
