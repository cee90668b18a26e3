export const environmentKinds = ['production', 'staging', 'development'] as const
export type EnvironmentKind = (typeof environmentKinds)[number]

/** An environment of a project and the agent that serves it. */
export interface Environment {
  readonly id: number
  readonly name: string
  readonly kind: EnvironmentKind
  readonly rights: 'enforced' | 'open'
  /** The developer whose own it is. */
  readonly ownerId: number | null
  readonly agentUrl: string | null
  readonly createdAt: string
  /** Those that work, the newest first. */
  readonly secrets: readonly { readonly createdAt: string; readonly expiresAt: string | null }[]
  /** Earlier versions of the service do not report it. */
  readonly agent?: AgentState
}

/** What the service knows of an agent. */
export interface AgentState {
  readonly state: 'never' | 'connected' | 'away'
  readonly lastSeenAt: string | null
  readonly version: string | null
  readonly stack: { readonly engine: string; readonly engineVersion: string } | null
  readonly collections: number | null
  readonly schemaAt: string | null
}

/** The response that has a secret, once. */
export interface EnvironmentWithSecret extends Environment {
  readonly secret: string
}
