/**
 * Returns the path at which a page of the panel asks for its boot document, with a code for the agent of the place that
 * its address names. The service names the same path to the browser, which asks while the scripts are loaded.
 *
 * @example
 * getBootPath('/app/Store/Production/Ops/data/orders')
 * // '/api/boot?agentCode=true&address=%2Fapp%2FStore%2FProduction%2FOps'
 */
export function getBootPath(pathname: string): string {
  const place = pathname.split('/').slice(0, 5).join('/')
  return `/api/boot?agentCode=true&address=${encodeURIComponent(place)}`
}
