import { useMemo } from 'react'
import type { ProjectMember } from '../../core/forms/group-approvers.js'
import { formatPersonName } from '../../core/text/format-person-name.js'
import { useMembers } from '../../data/use-people.js'

interface Names {
  /** The name of somebody; their user name when the project does not know them any more. */
  readonly getName: (person: { readonly id: number; readonly username: string }) => string
  /** Undefined for people outside of the project. */
  readonly findName: (id: number) => string | undefined
}

/** The people of the project by name. */
export function useNames(): Names {
  const { data: names } = useMembers(indexNames)
  return useMemo(
    () => ({
      getName: ({ id, username }) => names?.get(id) ?? username,
      findName: id => names?.get(id),
    }),
    [names],
  )
}

function indexNames(members: readonly ProjectMember[]): ReadonlyMap<number, string> {
  return new Map(members.map(member => [member.id, formatPersonName(member)]))
}
