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
        'The e-mail address is unverified: only the project in which the account was created may have it as a member',
    }),
  })
  .meta({ id: 'Account' })

export type Account = z.output<typeof Account>

/** Picks the account fields of a person. */
export function toAccount(person: Account): Account {
  const { id, email, username, firstName, lastName, isOwner, isUnverified } = person
  return { id, email, username, firstName, lastName, isOwner, isUnverified }
}
