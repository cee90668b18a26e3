import { z } from 'zod'
import { permissionLevels } from '../../store/schema.js'
import { EnvironmentWithSecret } from '../environments/environment.js'
import { Moment, Name } from './fields.js'

/** A project as one of its members sees it. */
export const Project = z
  .object({
    id: z.number().int(),
    name: z.string(),
    createdAt: Moment,
    permissionLevel: z.enum(permissionLevels).meta({ description: 'Of the person who asks.' }),
  })
  .meta({ id: 'Project' })
export type Project = z.output<typeof Project>

/** A new project has an environment, whose secret is returned once. */
export const NewProject = Project.extend({ environment: EnvironmentWithSecret }).meta({
  id: 'NewProject',
})
export type NewProject = z.output<typeof NewProject>

/** The body of a request to create or rename a project. */
export const ProjectBody = z.strictObject({ name: Name })

/** A project in the admin log. */
export const projectValue = (name: string) => ({ object: 'project', name })
