import type { Layout } from './layout.js'
import type { Preferences } from './preferences.js'

/** A project, environment and team, by id: what a person works in. */
export interface BootPlace {
  readonly projectId: number
  readonly environmentId: number
  readonly teamId: number
  readonly renderingId: number
}

/** An environment that a person can open, with the teams they belong to. */
export interface BootEnvironment {
  readonly id: number
  readonly name: string
  readonly kind: 'production' | 'staging' | 'development'
  readonly agentUrl: string | null
  readonly teams: readonly {
    readonly id: number
    readonly name: string
    readonly renderingId: number
  }[]
}

/** A project of a person. */
export interface BootProject {
  readonly id: number
  readonly name: string
  readonly permissionLevel: 'user' | 'manager' | 'editor' | 'developer' | 'admin'
  readonly role: string
  readonly environments: readonly BootEnvironment[]
  /** Why the project cannot be opened in this session, such as a missing single sign-on. */
  readonly refusal: string | null
  /** The tags of the person, which filters can use as `{{currentUser.tags.…}}`. Absent: none. */
  readonly tags?: Readonly<Record<string, string>> | undefined
  /** The reason is that this session lacks a second factor. Absent: it is not. */
  readonly needsTwoFactors?: boolean | undefined
}

/** `POST /api/…/agent-codes`: exchanged once at the agent for a session. */
export interface AgentCode {
  readonly code: string
  readonly agentUrl: string
  readonly expiresAt: string
  /** Proves at the agent that the code is used by whoever requested it; absent when the request named its challenge. */
  readonly codeVerifier?: string
}

/** `GET /api/boot`: what the panel needs before it shows anything. */
export interface Boot {
  readonly user: {
    readonly id: number
    readonly email: string
    readonly firstName: string
    readonly lastName: string
  }
  readonly csrfToken: string
  readonly projects: readonly BootProject[]
  readonly preferences: Preferences
  /** The place that was asked for, the last one used, or the first one; null when there is none. */
  readonly place: BootPlace | null
  readonly layout: { readonly tag: string; readonly layout: Layout | null } | null
  /** For the place; null unless it was asked for and can be issued. */
  readonly agentCode: AgentCode | null
  readonly unread: { readonly mentions: number; readonly approvals: number }
  readonly version: string
}
