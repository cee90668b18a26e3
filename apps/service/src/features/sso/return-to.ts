import { z } from 'zod'

const LONGEST = 2000
const SITE = 'http://site.invalid'

/** A page of ours to go to after the sign-in; never one of another site. */
export const returnTo = z
  .string()
  .max(LONGEST, `must have at most ${LONGEST} characters`)
  .refine(isLocal, "must be a path of this site, e.g. '/projects/1'")
  .transform(text => new URL(text, SITE).href.slice(SITE.length))
  .default('/')

/** Browsers read `//host`, `/\host` and a tab inside as another site: the parser they share decides. */
function isLocal(text: string): boolean {
  return text.startsWith('/') && URL.canParse(text, SITE) && new URL(text, SITE).origin === SITE
}
