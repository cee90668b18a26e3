import { basePath, removeBasePath } from '../core/places/base-path.js'

/** The path of the sign-in that leads back to a path; without one, to where the person is. */
export function getSignInPath(
  returnTo: string = window.location.pathname + window.location.search,
): string {
  return `${basePath}/sign-in?returnTo=${encodeURIComponent(removeBasePath(returnTo))}`
}
