import type { Boot as BootDocument } from '@service/protocol'
import { z } from 'zod'
import { permissionLevels } from '../../store/schema.js'
import { AgentCode } from '../agent-codes/agent-code.js'
import { TaggedLayout } from '../layouts/layout.js'
import { Preferences } from '../preferences/preferences.js'

const id = z.number().int()

const Place = z.object({ projectId: id, environmentId: id, teamId: id, renderingId: id })

const Environment = z.object({
  id,
  name: z.string(),
  kind: z.enum(['production', 'staging', 'development']),
  agentUrl: z.string().nullable(),
  teams: z
    .array(z.object({ id, name: z.string(), renderingId: id }))
    .meta({ description: 'Your teams.' }),
})

const Project = z.object({
  id,
  name: z.string(),
  permissionLevel: z.enum(permissionLevels),
  role: z.string(),
  environments: z.array(Environment),
  refusal: z.string().nullable().meta({
    description: 'Why this session cannot open the project; it then has no environments.',
  }),
  tags: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'Your tags; absent when you have none.' }),
  needsTwoFactors: z.boolean().optional().meta({
    description: 'True when the reason is that this session lacks a second factor.',
  }),
})

/** What the panel needs before it shows anything. */
export const Boot: z.ZodType<BootDocument> = z
  .object({
    user: z.object({ id, email: z.string(), firstName: z.string(), lastName: z.string() }),
    csrfToken: z.string().meta({ description: "Send it as 'x-csrf-token' with every change" }),
    projects: z.array(Project),
    preferences: Preferences,
    place: Place.nullable().meta({
      description:
        'The one that was asked for, else the last one used, else the first one; null when there is none.',
    }),
    layout: TaggedLayout.nullable().meta({ description: 'Of the place.' }),
    agentCode: AgentCode.nullable().meta({
      description: 'For the place; null unless `agentCode=true` asks for it and it can be issued.',
    }),
    unread: z.object({
      mentions: z.number().int().meta({ description: 'Not seen yet, in all projects.' }),
      approvals: z.number().int().meta({ description: 'You may decide on, in the environment.' }),
    }),
    version: z.string(),
  })
  .meta({ id: 'Boot' })
