import { z } from 'zod'
import { permissionLevels } from '../../store/schema.js'
import { EnvironmentWithSecret } from '../environments/environment.js'
import { Moment, Name } from './fields.js'

/** A project as an answer shows it to one of its members. */
export const Project = z
  .object({
    id: z.number().int(),
    name: z.string(),
    createdAt: Moment,
    permissionLevel: z.enum(permissionLevels).meta({ description: 'Of the person who asks.' }),
  })
  .meta({ id: 'Project' })
export type Project = z.output<typeof Project>

/** A new project comes with an environment, whose secret is told once. */
export const NewProject = Project.extend({ environment: EnvironmentWithSecret }).meta({
  id: 'NewProject',
})
export type NewProject = z.output<typeof NewProject>

/** What a client says of a project. */
export const ProjectBody = z.strictObject({ name: Name })

/** A project in the admin log. */
export const projectValue = (name: string) => ({ object: 'project', name })
