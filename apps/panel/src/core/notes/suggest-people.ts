import { formatPersonName } from '../text/format-person-name.js'

/** Somebody who can be mentioned. */
export interface Mentionable {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly teams: readonly { readonly id: number; readonly name: string }[]
}

const mostPeople = 8

/**
 * Returns the people whom a text after an `@` may mean: those whose name or address has words that
 * begin with it. The people of the team come first.
 *
 * @example
 * suggestPeople(members, 'ana c', { teamId: 3, readerId: 7 })
 */
export function suggestPeople<T extends Mentionable>(
  members: readonly T[],
  typed: string,
  { teamId, readerId }: { readonly teamId: number; readonly readerId: number },
): readonly T[] {
  const words = splitWords(typed)
  const isMeant = (member: T) => {
    const own = splitWords(`${formatPersonName(member)} ${member.email.split('@', 1)[0]}`)
    return words.every(word => own.some(each => each.startsWith(word)))
  }
  const isInTeam = ({ teams }: T) => teams.some(({ id }) => id === teamId)
  return members
    .filter(member => member.id !== readerId && isMeant(member))
    .sort(
      (a, b) =>
        Number(isInTeam(b)) - Number(isInTeam(a)) ||
        formatPersonName(a).localeCompare(formatPersonName(b)),
    )
    .slice(0, mostPeople)
}

/** Without case and accents. */
function splitWords(text: string): readonly string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s._-]+/)
    .filter(word => word !== '')
}
