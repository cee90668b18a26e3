import { z } from 'zod'

const MAX_LENGTH = 2000
const SITE = 'http://site.invalid'

/** A local path to open after sign-in; never a URL of another site. */
export const returnTo = z
  .string()
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)
  .refine(isLocal, "must be a path of this site, e.g. '/projects/1'")
  .transform(normalise)
  .default('/')

/**
 * Browsers read `//host`, `/\host` and a path with a tab as another site, so the URL parser decides. It
 * checks the normalized path, which is what the browser gets: `/.//host` becomes `//host`.
 */
function isLocal(text: string): boolean {
  return text.startsWith('/') && isSameOrigin(text) && isSameOrigin(normalise(text))
}

const isSameOrigin = (text: string) =>
  URL.canParse(text, SITE) && new URL(text, SITE).href.startsWith(`${SITE}/`)

function normalise(text: string): string {
  return new URL(text, SITE).href.slice(SITE.length)
}
