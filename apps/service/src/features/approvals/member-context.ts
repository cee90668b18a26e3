import type { Environment, Member, Person, Project } from '../../http/access/callers.js'

/** A member acting in an environment. */
export interface MemberContext {
  readonly project: Project
  readonly environment: Environment
  readonly person: Person
  readonly member: Member
}
