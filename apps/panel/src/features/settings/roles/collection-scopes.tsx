import { useTranslations } from 'use-intl'
import { useTeams } from '../../../data/settings/use-rights.js'
import { useScopesOfTeams } from '../../../data/settings/use-scopes.js'
import { ScopeCondition } from '../scopes/scope-condition.js'
import type { RightsSubject } from './rights-subject.js'

interface CollectionScopesProps {
  readonly environmentId: number
  readonly collection: string
  readonly subject: RightsSubject
}

/** Which records of a collection each team reaches, whatever the rights of a role are. */
export function CollectionScopes({ environmentId, collection, subject }: CollectionScopesProps) {
  const t = useTranslations('roles')
  const teams = useTeams().data?.data ?? []
  const scopesByTeam = useScopesOfTeams(environmentId, teams)
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('scopes')}</h3>
      <p className="text-small text-muted">{t('scopesHint')}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4">
        {teams.map(({ id, name }) => {
          const scopes = scopesByTeam.get(id)
          const scope = scopes?.find(each => each.collectionName === collection)
          return (
            <div key={id} className="contents">
              <dt className="py-1 font-medium">{name}</dt>
              <dd className="min-w-0">
                {scope ? (
                  <ScopeCondition scope={scope} collections={subject.collections} />
                ) : scopes ? (
                  <span className="block py-1 text-muted">{t('allRecords')}</span>
                ) : null}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
