import type { ChartTimeRange } from '@service/protocol'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartDraft } from '../../core/charts/chart-draft.js'
import {
  type FieldChoice,
  listFieldChoices,
  listRelationChoices,
} from '../../core/charts/chart-fields.js'
import { formatFilter } from '../../core/list/filter-text.js'
import type { FilterTree } from '../../core/list/filter-tree.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { useViews } from '../../data/use-views.js'
import { FormInput } from '../../ui/form-input.js'
import { FormSelect } from '../../ui/form-select.js'
import { lazyPart } from '../../ui/lazy-part.js'
import type { DraftProps } from './draft-props.js'

const FilterField = lazyPart(() => import('./filter-field.js'))

const aggregators = ['Count', 'Sum', 'Avg', 'Max', 'Min'] as const
const timeRanges: readonly ChartTimeRange[] = ['Day', 'Week', 'Month', 'Quarter', 'Year']

const toOptions = (choices: readonly FieldChoice[]) =>
  choices.map(({ path, label }) => ({ value: path, label }))

/** What a chart counts or adds up, of which records, and by what. */
export function RecordFields(props: DraftProps) {
  const { draft, change, explain, model } = props
  const t = useTranslations('dashboards.editor')
  const collection = model.collections.get(draft.collection)
  const known = [...model.collections.values()].filter(({ rights }) => rights.browse)
  return (
    <>
      <FormSelect
        label={t('collection')}
        value={draft.collection}
        options={known.map(({ name, label }) => ({ value: name, label }))}
        problem={explain('collection')}
        onChange={name =>
          change({ ...forgetFields, collection: name, ...guessFields(model.collections.get(name)) })
        }
      />
      {collection ? (
        <>
          {draft.kind === 'leaderboard' ? (
            <BoardFields {...props} collection={collection} />
          ) : (
            <GroupFields {...props} collection={collection} />
          )}
          <AggregateFields {...props} collection={collection} />
          {draft.kind === 'objective' ? (
            <FormInput
              label={t('objective')}
              type="number"
              value={draft.objective}
              problem={explain('objective')}
              onChange={objective => change({ objective })}
            />
          ) : null}
          {draft.kind === 'leaderboard' ? null : (
            <FilterFields {...props} collection={collection} />
          )}
        </>
      ) : null}
    </>
  )
}

/** Fields of another collection mean nothing in this one. */
const forgetFields: Partial<ChartDraft> = {
  aggregator: 'Count',
  aggregateField: '',
  groupBy: '',
  relation: '',
  label: '',
  filterText: '',
  rangeField: '',
  filterFields: {},
}

/** A leaderboard names its records as lists do. */
const guessFields = (collection: CollectionModel | undefined): Partial<ChartDraft> => ({
  label: collection?.titleField ?? collection?.primaryKey[0] ?? '',
})

interface CollectionProps extends DraftProps {
  readonly collection: CollectionModel
}

function GroupFields({ draft, change, explain, model, collection }: CollectionProps) {
  const t = useTranslations('dashboards.editor')
  if (draft.kind !== 'distribution' && draft.kind !== 'time') return null
  const use = draft.kind === 'time' ? 'date' : 'group'
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <FormSelect
        label={t('groupBy')}
        value={draft.groupBy}
        options={toOptions(listFieldChoices(model.collections, collection, use))}
        problem={explain('groupBy')}
        onChange={groupBy => change({ groupBy })}
      />
      {draft.kind === 'time' ? (
        <FormSelect
          label={t('timeRange')}
          value={draft.timeRange}
          options={timeRanges.map(range => ({ value: range, label: t(`timeRanges.${range}`) }))}
          onChange={timeRange => change({ timeRange: timeRange as ChartTimeRange })}
        />
      ) : null}
    </div>
  )
}

function BoardFields({ draft, change, explain, model, collection }: CollectionProps) {
  const t = useTranslations('dashboards.editor')
  const relations = listRelationChoices(collection)
  const labels = listFieldChoices(model.collections, collection, 'group').filter(
    ({ path }) => !path.includes(':'),
  )
  return (
    <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
      <FormSelect
        label={t('relation')}
        value={draft.relation}
        options={toOptions(relations)}
        help={relations.length === 0 ? t('noRelations') : undefined}
        problem={explain('relation')}
        onChange={relation => change({ relation, aggregateField: '' })}
      />
      <FormSelect
        label={t('label')}
        value={draft.label}
        options={toOptions(labels)}
        problem={explain('label')}
        onChange={label => change({ label })}
      />
      <FormInput
        label={t('limit')}
        type="number"
        value={draft.limit}
        problem={explain('limit')}
        onChange={limit => change({ limit })}
      />
    </div>
  )
}

function AggregateFields({ draft, change, explain, model, collection }: CollectionProps) {
  const t = useTranslations('dashboards.editor')
  const { aggregator } = draft
  const isBoard = draft.kind === 'leaderboard'
  const relation = isBoard ? collection.fields.get(draft.relation) : undefined
  const counted = isBoard ? model.collections.get(relation?.target ?? '') : collection
  const use = aggregator === 'Max' || aggregator === 'Min' ? 'order' : 'sum'
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <FormSelect
        label={t('aggregator')}
        value={aggregator}
        options={aggregators.map(name => ({ value: name, label: t(`aggregators.${name}`) }))}
        onChange={name =>
          change({ aggregator: name as ChartDraft['aggregator'], aggregateField: '' })
        }
      />
      {aggregator === 'Count' ? null : (
        <FormSelect
          label={t('aggregateField')}
          value={draft.aggregateField}
          options={counted ? toOptions(listFieldChoices(model.collections, counted, use)) : []}
          problem={explain('aggregateField')}
          onChange={aggregateField => change({ aggregateField })}
        />
      )}
    </div>
  )
}

function FilterFields(props: CollectionProps) {
  const { draft, change, explain, model, collection, filters } = props
  const t = useTranslations('dashboards.editor')
  const { views } = useViews()
  const fitting = views.filter(
    ({ collectionName, state }) => collectionName === collection.name && state.filter,
  )
  const dates = listFieldChoices(model.collections, collection, 'date')
  const groups = listFieldChoices(model.collections, collection, 'group')
  return (
    <>
      <Suspense>
        <FilterField
          key={collection.name}
          collections={model.collections}
          collection={collection}
          text={draft.filterText}
          problem={explain('filterText')}
          onChange={filterText => change({ filterText })}
        />
      </Suspense>
      {fitting.length > 0 ? (
        <FormSelect
          label={t('filterFromView')}
          value=""
          noneLabel={t('chooseView')}
          options={fitting.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={id => {
            const filter = fitting.find(view => String(view.id) === id)?.state.filter
            // Views are stored after they passed the schema of the service.
            if (filter) change({ filterText: formatFilter(filter as FilterTree) })
          }}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <FormSelect
          label={t('rangeField')}
          value={draft.rangeField}
          noneLabel={t('notBound')}
          options={toOptions(dates)}
          onChange={rangeField => change({ rangeField })}
        />
        {filters.map(({ name, label }) => (
          <FormSelect
            key={name}
            label={t('filterBound', { name: label ?? name })}
            value={draft.filterFields[name] ?? ''}
            noneLabel={t('notBound')}
            options={toOptions(groups)}
            onChange={field => change({ filterFields: { ...draft.filterFields, [name]: field } })}
          />
        ))}
      </div>
    </>
  )
}
