/** Shorter ones would be found inside ordinary words, and give themselves away by that. */
const shortest = 4

/** Keeps secrets out of every text that leaves the command. */
export interface Concealer {
  /** From now on this text is not shown; an address loses its password alone. */
  keep(secret: string): void
  /** The text with dots in place of secrets. */
  conceal(text: string): string
}

export function createConcealer(): Concealer {
  const secrets = new Set<string>()
  return {
    keep(secret) {
      for (const each of secretsIn(secret)) if (each.length >= shortest) secrets.add(each)
    },
    conceal(text) {
      // The longest first: one secret may begin like another.
      const known = [...secrets].sort((a, b) => b.length - a.length)
      return known.reduce((shown, secret) => shown.replaceAll(secret, '•••'), text)
    },
  }
}

/** A secret, or the password of an address: as it is written, and as it is meant. */
function secretsIn(text: string): readonly string[] {
  const login = /^[a-z0-9+]+:\/\/([^/?#]*)@/i.exec(text)?.[1]
  if (login === undefined) return /^[a-z0-9+]+:\/\//i.test(text) ? [] : [text]
  const password = login.slice(login.indexOf(':') + 1)
  return login.includes(':') ? [password, decoded(password)] : []
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
