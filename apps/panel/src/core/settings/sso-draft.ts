/** The single sign-on of a project, as the service has it. */
export interface SsoSettings {
  readonly issuer: string
  readonly clientId: string
  readonly hasClientSecret: boolean
  readonly allowedDomains: readonly string[]
  readonly isRequired: boolean
  readonly defaultRoleId: number | null
  readonly defaultTeamId: number | null
  readonly updatedAt: string
}

/** What the service says of the single sign-on before it is set up, and after. */
export interface SsoStatus {
  readonly isConnected: boolean
  /** Whether this session was opened through the provider. */
  readonly isSessionOfProvider: boolean
  readonly redirectUri: string
  readonly signInUrl: string
}

/** The single sign-on as somebody fills it in. */
export interface SsoDraft {
  readonly issuer: string
  readonly clientId: string
  /** Empty: the stored one stays. */
  readonly clientSecret: string
  /** As written, with commas or spaces between. */
  readonly domains: string
  readonly isRequired: boolean
  readonly roleId: string
  readonly teamId: string
}

const emptyDraft: SsoDraft = {
  issuer: '',
  clientId: '',
  clientSecret: '',
  domains: '',
  isRequired: false,
  roleId: '',
  teamId: '',
}

export function startSsoDraft(settings: SsoSettings | undefined): SsoDraft {
  if (!settings) return emptyDraft
  return {
    issuer: settings.issuer,
    clientId: settings.clientId,
    clientSecret: '',
    domains: settings.allowedDomains.join(', '),
    isRequired: settings.isRequired,
    roleId: String(settings.defaultRoleId ?? ''),
    teamId: String(settings.defaultTeamId ?? ''),
  }
}

/**
 * Splits a list of domains, each once, in small letters; an `@` before one is left out.
 *
 * @example
 * splitDomains('Example.com, @shop.example') // ['example.com', 'shop.example']
 */
export function splitDomains(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .map(word => (word.startsWith('@') ? word.slice(1) : word))
  return [...new Set(words.filter(word => word !== ''))]
}

/** Whether everything that a test of the provider needs is filled in. */
export const isProviderComplete = ({ issuer, clientId }: SsoDraft): boolean =>
  issuer.trim() !== '' && clientId.trim() !== ''

export const isSsoComplete = (draft: SsoDraft): boolean =>
  isProviderComplete(draft) && splitDomains(draft.domains).length > 0

/** What is sent to test the provider; it is a part of what is saved. */
export function buildProvider({ issuer, clientId, clientSecret }: SsoDraft) {
  return {
    issuer: issuer.trim(),
    clientId: clientId.trim(),
    ...(clientSecret !== '' && { clientSecret }),
  }
}

/** What is saved. A team needs a role, so without a role there is none. */
export function buildSso(draft: SsoDraft) {
  const defaultRoleId = readId(draft.roleId)
  return {
    ...buildProvider(draft),
    allowedDomains: splitDomains(draft.domains),
    isRequired: draft.isRequired,
    defaultRoleId,
    defaultTeamId: defaultRoleId === null ? null : readId(draft.teamId),
  }
}

const readId = (text: string): number | null => (text === '' ? null : Number(text))
