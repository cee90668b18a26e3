/** In place of `passwordCost` where services run for a test: they hash thousands of passwords. */
export const passwordCost = { N: 2 ** 10, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const
