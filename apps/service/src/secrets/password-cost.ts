/** What a password costs whoever tries it: 0.1 s and 32 MB with scrypt. */
export const passwordCost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const
