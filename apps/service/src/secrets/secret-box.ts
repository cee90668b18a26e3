import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Seals what must be read again later (an SSO client secret, a sign-in in progress). */
export interface SecretBox {
  /** Encrypts; `purpose` must be the same when it is opened. */
  seal(purpose: string, text: string): string
  /** The text, or undefined when it was altered, sealed for another purpose or with another key. */
  open(purpose: string, sealed: string): string | undefined
}

/** AES-256-GCM with one key per purpose, derived from the secret of the installation. */
export function createSecretBox(secret: string): SecretBox {
  const keyOf = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'service', purpose, 32))
  return {
    seal(purpose, text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < 28) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', keyOf(purpose), bytes.subarray(0, 12))
        decipher.setAuthTag(bytes.subarray(12, 28))
        return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}
