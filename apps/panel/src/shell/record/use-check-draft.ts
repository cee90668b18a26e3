import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { checkDraft } from '../../core/record/check-draft.js'
import type { Draft } from '../../core/record/draft.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'

export type FieldMessages = Readonly<Record<string, readonly string[]>>

/** Says in words what keeps a draft from being saved, by field; empty when nothing does. */
export function useCheckDraft(
  collection: CollectionModel,
): (draft: Draft, typing: Readonly<Record<string, string>>) => FieldMessages {
  const t = useTranslations('widgets.problems')
  return useCallback(
    (draft, typing) => {
      const found = [...checkDraft(draft, collection)].map(([name, problems]) => [
        name,
        problems.map(problem => (problem.kind === 'required' ? t('required') : problem.message)),
      ])
      const typed = Object.entries(typing).map(([name, problem]) => [name, [problem]])
      return Object.fromEntries([...found, ...typed])
    },
    [collection, t],
  )
}
