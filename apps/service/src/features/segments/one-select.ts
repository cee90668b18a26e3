import { z } from 'zod'

const MAX_LENGTH = 20_000

/** String literals, quoted names and comments; an unclosed one extends to the end. */
const QUOTED = /'[^']*'?|"[^"]*"?|`[^`]*`?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g

/** SQL that only reads. Agents check it again and run it in a read-only transaction. */
export const SelectQuery = z
  .string()
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)
  .regex(/^[^\0\p{Cs}]*$/u, 'must not contain NUL characters or unpaired surrogates')
  .refine(isOneSelect, 'must be one statement that begins with SELECT or WITH')
  .meta({ examples: ["select id from orders where status = 'paid'"] })

function isOneSelect(query: string): boolean {
  const bare = query.replace(QUOTED, ' ').trim().replace(/;$/, '')
  return /^[\s(]*(select|with)\b/i.test(bare) && !bare.includes(';')
}
