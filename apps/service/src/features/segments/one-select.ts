import { z } from 'zod'

const LONGEST = 20_000

/** Texts, quoted names and comments; one that nothing closes goes on to the end. */
const QUOTED = /'[^']*'?|"[^"]*"?|`[^`]*`?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g

/** SQL that only reads. Agents look at it again, and run it in a transaction that cannot write. */
export const SelectQuery = z
  .string()
  .max(LONGEST, `must have at most ${LONGEST} characters`)
  .regex(/^[^\0\p{Cs}]*$/u, 'must not have NUL characters or half characters')
  .refine(isOneSelect, 'must be one statement that begins with SELECT or WITH')
  .meta({ examples: ["select id from orders where status = 'paid'"] })

function isOneSelect(query: string): boolean {
  const bare = query.replace(QUOTED, ' ').trim().replace(/;$/, '')
  return /^[\s(]*(select|with)\b/i.test(bare) && !bare.includes(';')
}
