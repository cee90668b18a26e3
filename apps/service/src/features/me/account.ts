import { z } from 'zod'

/** The account of a person, as they see it themselves. */
export const Account = z
  .object({
    id: z.number(),
    email: z.string(),
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    isOwner: z.boolean().meta({ description: 'May create projects' }),
    isUnverified: z.boolean().meta({
      description:
        'Nobody proved that the address is theirs: only the project it was made in has the account',
    }),
  })
  .meta({ id: 'Account' })

export type Account = z.output<typeof Account>

/** Picks the account fields of a person. */
export function accountOf(person: Account): Account {
  const { id, email, username, firstName, lastName, isOwner, isUnverified } = person
  return { id, email, username, firstName, lastName, isOwner, isUnverified }
}
