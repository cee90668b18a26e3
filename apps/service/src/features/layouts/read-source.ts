import type { Layout } from '@service/protocol'
import { InvalidRequestError, NotFoundError } from '../../errors.js'
import type { MemberCall } from '../../http/route.js'
import { readOwnTeam } from '../teams/find-own-team.js'
import { readLayout } from './read-layout.js'
import type { LayoutChange } from './write-layout.js'

interface Source {
  readonly fromEnvironmentId: number
  readonly fromTeamId: number
}

type Call = MemberCall<{ readonly teamId: number }, unknown, Source>

/** Reads the layout to copy: of a team of the caller, in an environment of the same project. */
export async function readSource(
  call: Call,
  { transaction, project }: LayoutChange,
): Promise<{ readonly layout: Layout; readonly origin: object }> {
  const { fromEnvironmentId, fromTeamId } = call.body
  const environment = await transaction
    .selectFrom('environments')
    .select('name')
    .where('id', '=', fromEnvironmentId)
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!environment) {
    throw new InvalidRequestError(
      "'fromEnvironmentId' must be an environment of this project.",
      'invalid_body',
    )
  }
  const team = await readOwnTeam(transaction, call, fromTeamId)
  const { layout } = await readLayout(transaction, {
    environmentId: fromEnvironmentId,
    teamId: fromTeamId,
  })
  if (!layout) throw new NotFoundError('The team has no layout in that environment.')
  return {
    layout,
    origin: {
      copiedFrom: {
        team: { object: 'team', name: team.name },
        environment: { object: 'environment', name: environment.name },
      },
    },
  }
}
