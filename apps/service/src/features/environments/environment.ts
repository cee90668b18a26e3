import { isHttpUrl } from '@service/base'
import { z } from 'zod'
import type { Instant } from '../../store/instant.js'
import type { Actor } from '../admin-logs/write-admin-log.js'
import { Moment, Name } from '../projects/fields.js'

const environmentKinds = ['production', 'staging', 'development'] as const

/** Whether the agent of an environment is connected. */
export const agentStates = ['never', 'connected', 'away'] as const

const Rights = z.enum(['enforced', 'open']).meta({
  description:
    'Whether the permissions of roles are enforced. `open`: everyone who may sign in may do everything, and no action needs approval.',
})

/** The metadata of a secret. The secret itself cannot be read again. */
const Secret = z.object({
  createdAt: Moment,
  expiresAt: Moment.nullable().meta({ description: 'When a newer secret has replaced this one.' }),
})

/** What is known about the agent of an environment. */
const AgentState = z
  .object({
    state: z.enum(agentStates).meta({
      description:
        '`never`: no agent has connected yet. `connected`: it receives events at this moment, from any instance of the service. `away`: it did before.',
    }),
    lastSeenAt: Moment.nullable().meta({
      description:
        'When it was connected last, or uploaded its schema; about now while it is connected.',
    }),
    version: z.string().nullable().meta({ description: 'The version of the agent.' }),
    stack: z.object({ engine: z.string(), engineVersion: z.string() }).nullable().meta({
      description: 'What it runs on, as in `{"engine": "nodejs", "engineVersion": "22.1.0"}`.',
    }),
    collections: z.number().int().nullable().meta({ description: 'How many collections it has.' }),
    schemaAt: Moment.nullable().meta({
      description:
        'When it uploaded another schema than before. With null, the three before it are null too.',
    }),
  })
  .meta({ id: 'AgentState' })
export type AgentState = z.output<typeof AgentState>

/** An environment as the API returns it. */
export const Environment = z
  .object({
    id: z.number().int(),
    name: z.string(),
    kind: z
      .enum(environmentKinds)
      .meta({ description: 'The purpose of the environment; it grants no permissions.' }),
    rights: Rights,
    ownerId: z.number().int().nullable().meta({
      description:
        'The developer who owns the environment; its secrets work while they have that level. Null when it has no owner.',
    }),
    agentUrl: z.string().nullable().meta({
      description: 'The URL at which browsers reach its agent; null until it is set.',
    }),
    createdAt: Moment,
    secrets: z.array(Secret).meta({ description: 'The valid secrets, newest first.' }),
    agent: AgentState,
  })
  .meta({ id: 'Environment' })
export type Environment = z.output<typeof Environment>

/** The secret is returned once, when it is created. */
export const EnvironmentWithSecret = Environment.extend({
  secret: z.string().meta({ description: 'For the agent. It is not shown again.' }),
}).meta({ id: 'EnvironmentWithSecret' })
export type EnvironmentWithSecret = z.output<typeof EnvironmentWithSecret>

/** The body of a request to create an environment. */
export const NewEnvironment = z.strictObject({ name: Name, kind: z.enum(environmentKinds) })

/** Includes the prefix and has no trailing slash. */
const AgentUrl = z
  .string()
  .max(1000, 'must have at most 1000 characters')
  .refine(isHttpUrl, "must be a URL such as 'https://admin.example.com/service'")
  .transform(text => new URL(text).href.replace(/\/$/, ''))

/** The fields of an environment that a client may change. */
export const EnvironmentChange = z
  .strictObject({
    name: Name.optional(),
    kind: z.enum(environmentKinds).optional(),
    agentUrl: AgentUrl.nullable().optional(),
    rights: Rights.optional(),
  })
  .refine(
    change => Object.keys(change).length > 0,
    "must have 'name', 'kind', 'agentUrl' or 'rights'",
  )
export type EnvironmentChange = z.output<typeof EnvironmentChange>

/** How to replace the secret. */
export const Rotation = z.strictObject({
  overlapHours: z
    .number()
    .int('must be an integer from 0 to 168')
    .min(0, 'must be an integer from 0 to 168')
    .max(168, 'must be an integer from 0 to 168')
    .default(24)
    .meta({ description: 'How long the previous secret continues to work.' }),
})

/** An environment and the person who changes it. */
export interface EnvironmentTarget {
  readonly projectId: number
  readonly id: number
  readonly actor: Actor
}

/** An environment in the admin log: its name and the fields that changed. */
export function environmentValue(
  name: string,
  more: {
    kind?: string
    agentUrl?: string | null
    rights?: string
    secrets?: readonly { createdAt: Instant; expiresAt: Instant | null }[]
  } = {},
) {
  return { object: 'environment', name, ...more }
}
