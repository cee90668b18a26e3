/** Whether all that a client names is this MCP server (RFC 8707); naming nothing is fine. */
export function isOurs(resources: readonly string[], resource: string): boolean {
  return resources.every(each => normalise(each) === normalise(resource))
}

/** Clients write the same address with and without a final slash, and hosts in any case. */
function normalise(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).href.replace(/\/$/, '') : undefined
}
