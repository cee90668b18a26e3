/** A service with a mail server, for the pages and settings that need one. */
export interface MailService {
  readonly serviceUrl: string
  /** Of the owner. */
  readonly email: string
  readonly password: string
  /** Waits for the message to an address, and returns its text. Each is returned once. */
  receive(to: string): Promise<string>
  stop(): Promise<void>
}
