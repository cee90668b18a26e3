import { z } from 'zod'

const LONGEST = 1000

/** A page of ours to go to after the sign-in; never one of another site. */
export const returnTo = z
  .string()
  .max(LONGEST, `must have at most ${LONGEST} characters`)
  .refine(isLocal, "must be a path of this site, e.g. '/projects/1'")
  .default('/')

/** Browsers read `//host`, `/\host` and a tab inside as another site: the parser they share decides. */
function isLocal(text: string): boolean {
  const base = 'http://site.invalid'
  return text.startsWith('/') && URL.canParse(text, base) && new URL(text, base).origin === base
}
