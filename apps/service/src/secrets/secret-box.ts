import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Encrypts values that must be read again (an SSO client secret, a sign-in in progress), and computes keyed
 * hashes of values that must be recognized.
 */
export interface SecretBox {
  /** Encrypts; `purpose` must be the same for decryption. */
  encrypt(purpose: string, text: string): string
  /** Decrypts; undefined when the text was altered, or encrypted for another purpose or with another key. */
  decrypt(purpose: string, encrypted: string): string | undefined
  /** A keyed hash: the same input always gives the same text, and only this installation can compute it. */
  mark(purpose: string, text: string): string
  isMark(purpose: string, text: string, mark: string): boolean
}

/** AES-256-GCM and HMAC-SHA-256, with one key per purpose, derived from the secret of the installation. */
export function createSecretBox(secret: string): SecretBox {
  const deriveKey = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'service', purpose, 32))
  const signText = (purpose: string, text: string) =>
    createHmac('sha256', deriveKey(purpose)).update(text).digest('base64url')
  return {
    mark: signText,
    isMark(purpose, text, mark) {
      const [given, right] = [Buffer.from(mark), Buffer.from(signText(purpose, text))]
      return given.length === right.length && timingSafeEqual(given, right)
    },
    encrypt(purpose, text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose), nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    decrypt(purpose, encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url')
      if (bytes.length < 28) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', deriveKey(purpose), bytes.subarray(0, 12))
        decipher.setAuthTag(bytes.subarray(12, 28))
        return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}
