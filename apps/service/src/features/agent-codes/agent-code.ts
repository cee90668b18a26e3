import { z } from 'zod'
import { Moment } from '../projects/fields.js'

/** A code that opens one session at the agent of an environment. */
export const AgentCode = z
  .object({
    code: z.string(),
    agentUrl: z.string().meta({ description: 'The URL at which browsers reach the agent.' }),
    expiresAt: Moment,
    codeVerifier: z
      .string()
      .optional()
      .meta({ description: 'Sent with the code; absent when the request had a challenge.' }),
  })
  .meta({ id: 'AgentCode' })
