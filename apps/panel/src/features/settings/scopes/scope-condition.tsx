import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { FilterTree } from '../../../core/list/filter-tree.js'
import { listMissingFields, type StoredScope } from '../../../core/rights/scope-check.js'
import type { CollectionModel, Collections } from '../../../core/schema/collection-model.js'
import { useFilterText } from '../../../shell/filter/use-filter-text.js'

interface ScopeConditionProps {
  readonly scope: StoredScope
  readonly collections: Collections | undefined
}

/** What a scope lets through, and what is wrong with it. */
export function ScopeCondition({ scope, collections }: ScopeConditionProps) {
  const t = useTranslations('scopes')
  if (!collections) return null
  const collection = collections.get(scope.collectionName)
  if (!collection) return <Warning>{t('unknownCollection')}</Warning>
  const missing = listMissingFields(scope.condition, collections, collection)
  return (
    <div className="flex flex-col gap-1 py-1 wrap-anywhere">
      <ConditionText
        collections={collections}
        collection={collection}
        condition={scope.condition}
      />
      {missing.length > 0 ? (
        <Warning>{t('missing', { count: missing.length, fields: missing.join(', ') })}</Warning>
      ) : null}
    </div>
  )
}

function ConditionText(props: {
  readonly collections: Collections
  readonly collection: CollectionModel
  readonly condition: FilterTree
}) {
  const describe = useFilterText(props)
  return <span>{describe(props.condition)}</span>
}

function Warning({ children }: { readonly children: string }) {
  return (
    <span className="flex items-start gap-1.5 text-warning">
      <TriangleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
      {children}
    </span>
  )
}
