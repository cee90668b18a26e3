import type { SignedInUser } from './signed-in-user.js'

/** What a page of the panel sends to open a session. */
export interface PanelCode {
  /** Issued by the service for one use within a minute. */
  readonly code: string
  /** The text whose SHA-256 the page sent when it requested the code (PKCE). */
  readonly codeVerifier: string
}

/** A session in which an administrator sees what a role sees, and changes nothing. */
export interface Preview {
  readonly role: { readonly id: number; readonly name: string }
  readonly seconds: number
}

/** The person who requested a code, and the rendering they open. */
export interface PanelSignIn {
  readonly user: SignedInUser
  readonly renderingId: number
  /** Present when an administrator looks as a role. */
  readonly preview?: Preview
}

/** What the agent requires of the service to serve the panel. */
export interface PanelPort {
  /** Keeps `origins` current from now on; resolves after the first attempt, successful or not. */
  follow(): Promise<void>
  /** The origins of the panel, such as `https://admin.example.com`; empty until they are loaded. */
  readonly origins: readonly string[]
  /**
   * Rejects with status 401 when the code is invalid, with 403 when the person may not open the
   * rendering.
   */
  exchangeCode(code: PanelCode): Promise<PanelSignIn>
}
