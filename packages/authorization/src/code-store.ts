/** What a code is bound to: whoever redeems it must present the same. */
export interface CodeBinding {
  readonly clientId: string
  /** Absent where a client has only one, which its owner checks. */
  readonly redirectUri?: string
  /** Absent for clients that may leave PKCE out. */
  readonly codeChallenge?: string
}

/** A code as a store found it, before it was marked as used. */
export interface TakenCode<Stored> {
  readonly binding: CodeBinding
  readonly data: Stored
  readonly isUsed: boolean
  readonly isExpired: boolean
}

/** Keeps authorization codes for `codeSeconds`, with the data each stands for. */
export interface CodeStore<Data, Stored = Data> {
  /** Creates a code. */
  issue(binding: CodeBinding, data: Data): string | Promise<string>
  /**
   * Marks the code as used and returns what it was before. Of several callers at the same time one
   * gets it unused. Undefined when there is no such code of this client; nothing is marked then.
   */
  take(
    code: string,
    clientId: string,
  ): TakenCode<Stored> | undefined | Promise<TakenCode<Stored> | undefined>
}
