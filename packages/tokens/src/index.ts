export { createKeyRing, deriveKey, type KeyRing } from './key-ring.js'
export { createSealRing, type SealRing } from './seal-ring.js'
export {
  createSessionTokens,
  type IssuedSession,
  type Session,
  type SessionTokens,
} from './session-token.js'
