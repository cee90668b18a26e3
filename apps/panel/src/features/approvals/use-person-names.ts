import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { ApprovalPerson } from '../../core/approvals/approval.js'
import type { ProjectMember } from '../../core/forms/group-approvers.js'
import { formatPersonName } from '../../core/text/format-person-name.js'
import { usePlace } from '../../data/place-context.js'
import { useMembers } from '../../data/use-people.js'

const indexNames = (members: readonly ProjectMember[]) =>
  new Map(members.map(member => [member.id, formatPersonName(member)]))

/** Names people: by their names in the project, else as they are known to the service. */
export function usePersonNames(): (person: ApprovalPerson | null) => string {
  const t = useTranslations('approvals')
  const { boot } = usePlace()
  const { data } = useMembers(indexNames)
  const own = boot.user.id
  return useCallback(
    person => {
      if (!person) return t('story.somebody')
      if (person.id === own) return t('you')
      return data?.get(person.id) ?? (person.username || person.email)
    },
    [t, data, own],
  )
}
