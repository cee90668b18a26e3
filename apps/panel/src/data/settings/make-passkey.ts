import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { request } from '../service-api.js'

/** What the service needs to add a passkey, besides its name. */
export interface MadePasskey {
  readonly ticket: string
  readonly passkey: object
}

interface PasskeyOptions {
  readonly ticket: string
  readonly options: PublicKeyCredentialCreationOptionsJSON
}

/** Whether this browser can make passkeys, on this address. */
export const canMakePasskeys = (): boolean => browserSupportsWebAuthn()

/** Lets the browser make a passkey; undefined when the person ended it, or the device has one already. */
export async function makePasskey(): Promise<MadePasskey | undefined> {
  const { ticket, options } = await request<PasskeyOptions>('POST', '/api/me/passkeys/options')
  try {
    return { ticket, passkey: await startRegistration({ optionsJSON: options }) }
  } catch (error) {
    if (error instanceof Error && /^(NotAllowed|InvalidState|Abort)Error$/.test(error.name)) {
      return undefined
    }
    throw error
  }
}
