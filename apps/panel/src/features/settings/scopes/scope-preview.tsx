import { useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { checkListState } from '../../../core/list/check-list-state.js'
import { formatFilter, parseFilter } from '../../../core/list/filter-text.js'
import type { FilterTree } from '../../../core/list/filter-tree.js'
import { fillScopeVariables } from '../../../core/rights/scope-variables.js'
import type { CollectionModel, Collections } from '../../../core/schema/collection-model.js'
import { formatCount } from '../../../core/text/format-number.js'
import { formatPersonName } from '../../../core/text/format-person-name.js'
import { usePlace } from '../../../data/place-context.js'
import type { ProjectPerson } from '../../../data/settings/use-rights.js'
import { useCount } from '../../../data/use-count.js'
import { useRested } from '../../../data/use-rested.js'
import { useSchema } from '../../../data/use-schema.js'
import { FormSelect } from '../../../ui/form-select.js'

interface ScopePreviewProps {
  readonly collection: string
  readonly condition: FilterTree | undefined
  readonly team: { readonly id: number; readonly name: string }
  readonly people: readonly ProjectPerson[]
  readonly isHere: boolean
}

/** How many records the team would reach. The agent counts with the rights of whoever looks. */
export function ScopePreview(props: ScopePreviewProps) {
  const { condition, team, people, isHere } = props
  const t = useTranslations('scopes')
  const { boot } = usePlace()
  const [personId, setPersonId] = useState(String(boot.user.id))
  const { data } = useSchema()
  const collection = data?.collections.get(props.collection)
  const usesVariables = condition !== undefined && formatFilter(condition).includes('{{')
  const members = people.filter(
    ({ id, teams }) => id === boot.user.id || teams.some(each => each.id === team.id),
  )
  const person = members.find(({ id }) => String(id) === personId)
  return (
    <section
      aria-label={t('preview')}
      className="flex flex-col gap-2 rounded-card border border-line bg-sunken p-3"
    >
      {usesVariables ? (
        <FormSelect
          label={t('asPerson')}
          value={personId}
          options={members.map(each => ({
            value: String(each.id),
            label: formatPersonName(each),
          }))}
          onChange={setPersonId}
        />
      ) : null}
      {!isHere ? (
        <p className="text-muted">{t('notHere')}</p>
      ) : !data || !collection?.rights.browse ? (
        <p className="text-muted">{t('notAllowed')}</p>
      ) : person ? (
        <Counts
          collections={data.collections}
          collection={collection}
          written={condition ? formatFilter(condition) : ''}
          person={person}
          team={team}
        />
      ) : null}
    </section>
  )
}

interface CountsProps {
  readonly collections: Collections
  readonly collection: CollectionModel
  readonly written: string
  readonly person: ProjectPerson
  readonly team: { readonly id: number; readonly name: string }
}

const rest = 400

function Counts({ collections, collection, written, person, team }: CountsProps) {
  const t = useTranslations('scopes')
  const language = useLocale()
  const { timezone } = usePlace()
  const rested = useRested(written, rest)
  const source = useMemo(() => ({ collection }), [collection])
  const [checked, all] = useMemo(() => {
    const check = (filter: FilterTree | undefined) =>
      checkListState(
        { filter },
        collections,
        collection,
        timezone,
        fillScopeVariables(person, team),
      )
    return [check(parseFilter(rested)), check(undefined)]
  }, [rested, collections, collection, timezone, person, team])
  const { count } = useCount(source, checked)
  const { count: total } = useCount(source, all)
  const isWithout = checked.broken.some(
    each => each.part === 'filter' && each.reason.kind === 'unknown-variable',
  )
  if (isWithout) return <p className="text-warning">{t('noValue')}</p>
  return (
    <>
      <p role="status" className="font-medium tabular-nums">
        {count && total
          ? t('shows', {
              count: formatCount(count, language),
              total: formatCount(total, language),
              collection: collection.name,
              team: team.name,
            })
          : t('counting')}
      </p>
      <p className="text-small text-muted">{t('whose')}</p>
    </>
  )
}
