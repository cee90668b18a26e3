import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import type { Credential } from '../credentials/credentials-file.js'
import { CommandError, describeError, UsageError } from '../errors.js'
import type { PersonalToken } from '../service/accounts.js'
import { RefusedCallError } from '../service/call-service.js'
import type { Session } from './session.js'

/** The options of `forest-cloud login`, as typed. */
export interface LoginOptions {
  readonly email?: string
  readonly tokenStdin?: boolean
}

const daysUntilLogin = 90
const msPerDay = 86_400_000

/** Gets and stores a new token, revokes the previous one, and returns the new one. */
export async function login(session: Session, options: LoginOptions): Promise<string> {
  const { accounts, credentials, serverUrl, terminal } = session
  const previous = await credentials.read(serverUrl)
  const credential = options.tokenStdin
    ? await takeToken(session)
    : await signInForToken(session, options)
  try {
    await credentials.write(serverUrl, credential)
  } catch (error) {
    if (hasId(credential)) await accounts.revoke(credential)
    throw error
  }
  await terminal.step(
    `Logged in to ${serverUrl} as ${credential.email}. The token is in ${credentials.path}.`,
  )
  await revokePreviousToken(session, previous, credential)
  return credential.token
}

/** Returns a valid token: the stored or configured one or, in a terminal, a new one. */
export async function authenticate(session: Session): Promise<string> {
  const { accounts, credentials, io, serverUrl, terminal } = session
  const fixed = io.environment.SERVICE_AUTH_TOKEN
  if (fixed) {
    const token = checkToken(fixed, 'SERVICE_AUTH_TOKEN')
    if (await accounts.findOwner(token)) return token
    throw new CommandError(
      `${serverUrl} rejected the token in SERVICE_AUTH_TOKEN: it is unknown, expired or revoked. Create a new one, or unset it and run 'forest-cloud login'.`,
    )
  }
  const kept = await credentials.read(serverUrl)
  if (kept) {
    terminal.addSecret(kept.token)
    if (await accounts.findOwner(kept.token)) return kept.token
    await terminal.step(`The token for ${serverUrl} in ${credentials.path} has ended.`)
  }
  return login(session, {})
}

async function takeToken({ io, terminal, accounts, serverUrl }: Session): Promise<Credential> {
  const token = checkToken((await text(io.input)).trim(), 'What came on standard input')
  terminal.addSecret(token)
  const email = await accounts.findOwner(token)
  if (email !== undefined) return { token, email }
  throw new CommandError(`${serverUrl} rejected this token: it is unknown, expired or revoked.`)
}

function checkToken(token: string, source: string): string {
  if (/^svcp_\w{10,200}$/.test(token)) return token
  throw new CommandError(`${source} is not a personal token: personal tokens begin with 'svcp_'.`)
}

async function signInForToken(session: Session, { email }: LoginOptions): Promise<Credential> {
  const { accounts, io, serverUrl, terminal } = session
  if (!terminal.isInteractive) {
    throw new CommandError(
      `Logging in to ${serverUrl} needs a terminal. Without one, pipe a personal token to 'forest-cloud login --token-stdin', or set SERVICE_AUTH_TOKEN.`,
    )
  }
  if (email !== undefined && !isEmail(email)) {
    throw new UsageError(`--email must be an e-mail address, not '${email}'.`)
  }
  const account = email ?? (await terminal.askText(`E-mail at ${serverUrl}`, emailProblem))
  const password = await terminal.askHidden('Password', value =>
    value === '' ? 'The password is empty.' : undefined,
  )
  const askCode = () =>
    terminal.askHidden('Code of your authenticator app, or a recovery code', value =>
      value.trim() === '' ? 'The code is empty.' : undefined,
    )
  const opened = await accounts.signIn(account, password, askCode).catch(explainSignIn)
  terminal.addSecret(opened.cookie.split('=')[1] ?? '')
  try {
    const expiresAt = new Date(io.now() + daysUntilLogin * msPerDay)
    const made = await accounts.makeToken(opened, tokenName(hostname()), expiresAt)
    terminal.addSecret(made.token)
    const owner = await accounts.findOwner(made.token)
    if (owner !== undefined) return { ...made, email: owner }
    throw new CommandError(`${serverUrl} rejected the token it has just created. Try again.`)
  } finally {
    // The session is no longer needed; if it cannot be ended now, it expires.
    await accounts.signOut(opened).catch(() => undefined)
  }
}

const isEmail = (value: string) => /^[^\s@]+@[^\s@]+$/.test(value)
const emailProblem = (value: string) =>
  isEmail(value) ? undefined : 'This is not an e-mail address such as ada@example.com.'

/** Names of tokens have at most a hundred characters. */
const tokenName = (host: string) => `forest-cloud on ${host.replace(/\p{Cc}/gu, '')}`.slice(0, 100)

function explainSignIn(error: unknown): never {
  if (!(error instanceof RefusedCallError) || error.status !== 401) throw error
  throw new CommandError(
    `${error.message} Without a password, as with single sign-on alone, pipe a personal token to 'forest-cloud login --token-stdin'.`,
  )
}

/** Revokes only tokens created by this command: others may be in use elsewhere. */
async function revokePreviousToken(
  { accounts, terminal }: Session,
  previous: Credential | undefined,
  { token }: Credential,
): Promise<void> {
  if (!hasId(previous) || previous.token === token) return
  terminal.addSecret(previous.token)
  await accounts.revoke(previous).catch(error => {
    terminal.warn(`The previous token could not be revoked: ${describeError(error)}`)
  })
}

function hasId(credential: Credential | undefined): credential is Credential & PersonalToken {
  return credential?.id !== undefined
}
