/** What the service keeps of customizations made without code. The agent checks them: nobody else knows its collections. */
export interface CustomizationsPort {
  /** Asks for them once, started or not; rejects with `ServiceAwayError`. */
  fetch(): Promise<readonly unknown[]>
  /** Asks for them from now on, and calls back whenever they are others; resolves once they were asked for. */
  follow(onChange: () => void): Promise<void>
  /** The last ones that are known; undefined while none are. */
  readonly current: readonly unknown[] | undefined
}
