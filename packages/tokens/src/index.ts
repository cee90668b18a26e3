export { createEncryptionKeyRing, type EncryptionKeyRing } from './encryption-key-ring.js'
export { createKeyRing, deriveKey, type KeyRing } from './key-ring.js'
export {
  createSessionTokens,
  type IssuedSession,
  type PreviewedRole,
  type Session,
  type SessionTokens,
} from './session-token.js'
