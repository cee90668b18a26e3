/** Values of the other spelling of this protocol family, and what we call them. Nothing else knows them. */
export const aliases = {
  initiator: { forestAdmin: 'service' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>
