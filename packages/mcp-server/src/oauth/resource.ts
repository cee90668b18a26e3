/** Whether all that a client names is this MCP server (RFC 8707); naming nothing is fine. */
export function isOurs(resources: readonly string[], resource: string): boolean {
  return resources.every(each => normalise(each) === normalise(resource))
}

/** Clients write the same address with and without a final slash, and hosts in any case. */
function normalise(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { href, hash } = new URL(address)
  return hash ? undefined : href.replace(/\/$/, '')
}
