import { z } from 'zod'
import { permissionLevels } from '../../store/schema.js'

const Named = z.object({ id: z.number(), name: z.string() })

/** A member of a project as the administration API returns it. */
export const ProjectPerson = z
  .object({
    id: z.number(),
    email: z.string(),
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    permissionLevel: z.enum(permissionLevels),
    role: Named,
    teams: z.array(Named),
    isUnverified: z.boolean().meta({
      description: 'The e-mail address of the account is unverified',
    }),
    tags: z.record(z.string(), z.string()).optional().meta({ description: 'Shown to admins' }),
  })
  .meta({ id: 'ProjectPerson' })

export type ProjectPerson = z.output<typeof ProjectPerson>

/** Removes the fields that only admins may see. */
export function withoutTags({ tags: _, ...person }: ProjectPerson): ProjectPerson {
  return person
}
