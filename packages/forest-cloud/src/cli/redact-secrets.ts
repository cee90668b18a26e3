/** Shorter secrets would also be replaced inside ordinary words, which would reveal them. */
const minSecretLength = 4

/** Replaces secrets in all output of the command. */
export interface SecretRedactor {
  /** Hides this text from now on; for a URL, only its password. */
  addSecret(secret: string): void
  /** Replaces secrets in a text with dots. */
  redact(text: string): string
}

export function createSecretRedactor(): SecretRedactor {
  const secrets = new Set<string>()
  return {
    addSecret(secret) {
      for (const each of secretsIn(secret)) if (each.length >= minSecretLength) secrets.add(each)
    },
    redact(text) {
      // The longest first, because one secret can begin with another.
      const known = [...secrets].sort((a, b) => b.length - a.length)
      return known.reduce((shown, secret) => shown.replaceAll(secret, '•••'), text)
    },
  }
}

/** A secret, or the password of a URL, both encoded and decoded. */
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
