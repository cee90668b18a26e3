import { useTranslations } from 'use-intl'
import type { Approval } from '../../core/approvals/approval.js'
import type { Collections } from '../../core/schema/collection-model.js'

/** What a request is about, in words: `2 records of Orders`. */
export function useSubject(collections: Collections | undefined): (approval: Approval) => string {
  const t = useTranslations('approvals')
  return ({ collectionName, recordIds }) => {
    const collection = collections?.get(collectionName)?.label ?? collectionName
    if (recordIds.length === 0) return collection
    return t('records', { count: recordIds.length, collection })
  }
}
