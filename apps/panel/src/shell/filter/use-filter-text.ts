import { useLocale, useTranslations } from 'use-intl'
import { describeCondition } from '../../core/list/describe-condition.js'
import { findRelationCondition } from '../../core/list/filter-fields.js'
import {
  type FilterLeaf,
  type FilterTree,
  isBranch,
  isUnreadable,
} from '../../core/list/filter-tree.js'
import type { ListSubject } from '../../core/list/list-subject.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import { findField, formatPath } from '../../core/schema/find-field.js'
import { usePlace } from '../../data/place-context.js'
import { findKnownTitle } from './known-titles.js'
import { useOperatorLabel } from './use-operator-label.js'
import { useVariableText } from './use-variable-text.js'

interface LoadedRows {
  readonly count: number
  readonly get: (index: number) => PanelRecord | undefined
}

const mostLookedAt = 100
const noRows: LoadedRows = { count: 0, get: () => undefined }

/** Writes filters as people read them: `Status is paid, shipped`. */
export function useFilterText(
  { collections, collection }: ListSubject,
  rows: LoadedRows = noRows,
): (tree: FilterTree) => string {
  const t = useTranslations('filter')
  const v = useTranslations('values')
  const formatOperator = useOperatorLabel('chip')
  const { timezone } = usePlace()
  const { describe: describeVariable } = useVariableText()
  const language = useLocale()
  return function describe(tree: FilterTree): string {
    if (isUnreadable(tree)) return tree.unreadable
    if (!isBranch(tree)) return describeLeaf(tree)
    return tree.conditions
      .map(each => (isBranch(each) ? `(${describe(each)})` : describe(each)))
      .join(` ${t(tree.aggregator)} `)
  }

  function describeLeaf(leaf: FilterLeaf): string {
    const found = findField(collections, collection, leaf.field)
    const related = findRelationCondition(collections, collection, leaf.field)
    const label = related?.label ?? (found ? formatPath(found) : leaf.field)
    const texts = {
      operator: formatOperator(leaf.operator),
      yes: t('yes'),
      no: t('no'),
      empty: v('empty'),
      describeVariable,
    }
    const findTitle = (key: unknown) =>
      related &&
      (findKnownTitle(related.target.name, String(key)) ?? findLoadedTitle(leaf.field, String(key)))
    return `${label} ${describeCondition(leaf, found?.field, texts, { zone: timezone, language }, findTitle)}`
  }

  /** Every row of the list matches, so one of them has the related record. */
  function findLoadedTitle(path: string, key: string): string | undefined {
    const names = path.split(':').slice(0, -1)
    for (let index = 0; index < Math.min(rows.count, mostLookedAt); index++) {
      const related = names.reduce<PanelRecord | null | undefined>(
        (record, name) => record?.related[name],
        rows.get(index),
      )
      if (related?.id === key) return getRecordTitle(related, collections.get(related.collection))
    }
    return undefined
  }
}
