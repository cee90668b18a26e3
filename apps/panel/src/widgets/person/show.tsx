import type { ProjectMember } from '../../core/forms/group-approvers.js'
import { formatPersonName } from '../../core/text/format-person-name.js'
import { useMembers } from '../../data/use-people.js'
import type { ShowProps } from '../show-props.js'

const mostPeople = 10

/** People by name, with their initials. Somebody whom the project does not know is an e-mail address. */
export function ShowPerson({ value }: ShowProps) {
  const { data: names } = useMembers(indexNames)
  const people = (Array.isArray(value) ? value : [value]).slice(0, mostPeople).map(String)
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      {[...new Set(people)].map(person => {
        const name = names?.get(person.toLowerCase()) ?? person
        return (
          <span
            key={person}
            data-tooltip={name === person ? undefined : person}
            className="inline-flex min-w-0 items-center gap-1.5"
          >
            <span
              aria-hidden="true"
              className="flex size-5 shrink-0 items-center justify-center rounded-full bg-selected text-[9px] font-semibold uppercase"
            >
              {readInitials(name)}
            </span>
            <span className="truncate">{name}</span>
          </span>
        )
      })}
    </span>
  )
}

function indexNames(members: readonly ProjectMember[]): ReadonlyMap<string, string> {
  return new Map(members.map(member => [member.email.toLowerCase(), formatPersonName(member)]))
}

/** `ana.costa@shop.example` → `ac`. */
function readInitials(person: string): string {
  const [name = ''] = person.split('@', 1)
  const words = name.split(/[\s._-]+/).filter(word => word !== '')
  return words
    .slice(0, 2)
    .map(word => word.slice(0, 1))
    .join('')
}
