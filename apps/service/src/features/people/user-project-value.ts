import type { ProjectPerson } from './project-person.js'

/** A membership as the admin log shows it. */
export function userProjectValue(person: ProjectPerson) {
  return {
    user: { object: 'user', id: person.id, username: person.username, email: person.email },
    permissionLevel: person.permissionLevel,
    role: { object: 'role', name: person.role.name },
    teams: person.teams.map(({ name }) => ({ object: 'team', name })),
    tags: Object.entries(person.tags ?? {})
      .map(([key, value]) => ({ key, value }))
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
  }
}

/** The fields that differ between two states of a membership, before and after; undefined when none do. */
export function userProjectChange(before: ProjectPerson, after: ProjectPerson) {
  const previous = Object.entries(userProjectValue(before))
  const next = Object.entries(userProjectValue(after))
  const isKept = ([key]: [string, unknown], index: number) =>
    key === 'user' || JSON.stringify(previous[index]) !== JSON.stringify(next[index])
  const previousValue = Object.fromEntries(previous.filter(isKept))
  const newValue = Object.fromEntries(next.filter(isKept))
  return Object.keys(newValue).length > 1 ? { previousValue, newValue } : undefined
}
