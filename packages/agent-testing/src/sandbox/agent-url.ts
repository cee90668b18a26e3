import { withoutTrailing } from '@service/base'

/** Adds the default prefix to an agent URL without a path. */
export function readAgentUrl(given: string): string {
  if (!URL.canParse(given)) {
    throw new TypeError(
      `'${given}' is not the URL of an agent. Use one such as 'http://127.0.0.1:3351/service'.`,
    )
  }
  const { origin, pathname } = new URL(given)
  return `${origin}${withoutTrailing(pathname, '/') || '/service'}`
}
