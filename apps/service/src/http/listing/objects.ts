import { z } from 'zod'

/** An instant in responses: ISO 8601 in UTC with microseconds. */
export const instant = z.iso.datetime().meta({ examples: ['2026-02-01T08:30:00.123456Z'] })

/** A person as the public API shows them. */
export const UserReference = z
  .object({
    object: z.literal('user'),
    id: z.number().int(),
    username: z.string(),
    email: z.string(),
  })
  .meta({ id: 'UserReference' })
export type UserReference = z.output<typeof UserReference>

export const userReference = (id: number, username: string, email: string): UserReference => ({
  object: 'user',
  id,
  username,
  email,
})

/** An object that is shown by its name alone. */
export const namedObject = <const Kind extends string>(kind: Kind) =>
  z.object({ object: z.literal(kind), name: z.string() })

export const named = <const Kind extends string>(object: Kind, name: string | null) =>
  name === null ? undefined : { object, name }

/** A page of a list in the public API; `path` contains the names in the path. */
export const listEnvelope = <Item extends z.ZodType>(item: Item, path: readonly string[]) =>
  z.object({
    hasMore: z.boolean(),
    parameters: z
      .looseObject({
        ...Object.fromEntries(path.map(name => [name, z.string()])),
        limit: z.number().int(),
      })
      .meta({ description: 'The parameters of the request.' }),
    data: z.array(item),
    nextCursor: z.string(),
  })

/** A page of a list as the panel reads it. */
export const definePage = <Item extends z.ZodType>(item: Item) =>
  z.object({ hasMore: z.boolean(), data: z.array(item), nextCursor: z.string() })
