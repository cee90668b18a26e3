import type { DashboardFilter } from '@service/protocol'
import { Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { listFieldChoices } from '../../core/charts/chart-fields.js'
import { nameFilter } from '../../core/charts/dashboard-draft.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { Button, IconButton } from '../../ui/button.js'
import { Select } from '../../ui/select.js'

interface DashboardFiltersProps {
  readonly filters: readonly DashboardFilter[]
  readonly collections: Collections
  readonly onChange: (filters: readonly DashboardFilter[] | undefined) => void
}

/** The filters of all cards: each is a field whose values can be chosen. */
export function DashboardFilters({ filters, collections, onChange }: DashboardFiltersProps) {
  const t = useTranslations('dashboards.editor')
  const known = [...collections.values()].filter(({ rights }) => rights.browse)
  const set = (next: readonly DashboardFilter[]) => onChange(next.length > 0 ? next : undefined)
  const add = () => {
    const [collection] = known
    const field = collection && listFieldChoices(collections, collection, 'group')[0]?.path
    if (!collection || !field) return
    set([...filters, createFilter(collection, field, filters)])
  }
  return (
    <section aria-label={t('filters')} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      {filters.map((filter, index) => (
        <FilterRow
          key={filter.name}
          filter={filter}
          collections={collections}
          known={known}
          onChange={({ collectionName, fieldName }) => {
            const collection = collections.get(collectionName)
            const others = filters.toSpliced(index, 1)
            if (collection) set(filters.with(index, createFilter(collection, fieldName, others)))
          }}
          onRemove={() => set(filters.toSpliced(index, 1))}
        />
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="ghost" icon={<Plus size={14} aria-hidden="true" />} onClick={add}>
          {t('addFilter')}
        </Button>
        {filters.length === 0 ? (
          <span className="text-small text-muted">{t('filtersHint')}</span>
        ) : null}
      </div>
    </section>
  )
}

function createFilter(
  collection: CollectionModel,
  fieldName: string,
  others: readonly DashboardFilter[],
): DashboardFilter {
  const name = nameFilter(
    fieldName,
    others.map(other => other.name),
  )
  const label = collection.fields.get(fieldName)?.label
  return { name, ...(label && { label }), collectionName: collection.name, fieldName }
}

interface FilterRowProps {
  readonly filter: DashboardFilter
  readonly collections: Collections
  readonly known: readonly CollectionModel[]
  readonly onChange: (filter: Pick<DashboardFilter, 'collectionName' | 'fieldName'>) => void
  readonly onRemove: () => void
}

function FilterRow({ filter, collections, known, onChange, onRemove }: FilterRowProps) {
  const t = useTranslations('dashboards.editor')
  const { collectionName, fieldName } = filter
  const collection = collections.get(collectionName)
  const listFields = (model: CollectionModel) =>
    listFieldChoices(collections, model, 'group').filter(({ path }) => !path.includes(':'))
  const fields = collection ? listFields(collection) : []
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-small text-muted">{t('filterBy')}</span>
      <Select
        label={t('filterCollection')}
        value={collectionName}
        onChange={name => {
          const next = collections.get(name)
          const field = next && listFields(next)[0]?.path
          if (next && field) onChange({ collectionName: name, fieldName: field })
        }}
      >
        {known.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        label={t('filterField')}
        value={fieldName}
        onChange={field => onChange({ collectionName, fieldName: field })}
      >
        {fields.map(({ path, label }) => (
          <option key={path} value={path}>
            {label}
          </option>
        ))}
      </Select>
      <IconButton
        label={t('removeFilter', { name: filter.label ?? filter.name })}
        onClick={onRemove}
      >
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
