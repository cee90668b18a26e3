import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { listChanges } from '../../core/record/draft.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { Button } from '../../ui/button.js'
import { type PanelCommand, useCommands } from '../commands.js'
import { formatKeys } from '../format-keys.js'
import { ShowDraftValue } from './show-draft-value.js'
import type { RecordEditor } from './use-record-editor.js'

interface ChangesBarProps {
  readonly editor: RecordEditor
  readonly collection: CollectionModel
  readonly collections: Collections
}

const mostNamed = 3

/** What was changed, with Discard and Save: at the foot of the record while it is edited. */
export function ChangesBar({ editor, collection, collections }: ChangesBarProps) {
  const t = useTranslations('record')
  const { state, isDirty, discard, save } = editor
  useCommands(
    useMemo(
      (): readonly PanelCommand[] => [
        {
          id: 'record save',
          title: t('save'),
          group: 'record',
          shortcut: 'mod+s',
          worksWhileTyping: true,
          run: () => void save(),
        },
        {
          id: 'record discard',
          title: t('discard'),
          group: 'record',
          shortcut: 'escape',
          worksWhileTyping: true,
          isKeyOnly: true,
          run: discard,
        },
      ],
      [t, save, discard],
    ),
  )
  if (!state) return null
  const changes = listChanges(state.draft)
  const invalid = Object.keys({ ...state.problems, ...state.typing }).length
  return (
    <section
      aria-label={t('changes')}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-2 max-sm:px-3"
    >
      <div
        className="flex min-w-40 flex-1 flex-wrap items-center gap-x-3 gap-y-1"
        aria-live="polite"
      >
        {invalid > 0 ? (
          <span className="text-danger">{t('invalidFields', { count: invalid })}</span>
        ) : null}
        {changes.length === 0 && invalid === 0 ? (
          <span className="text-muted">{t('noChanges')}</span>
        ) : null}
        {changes.slice(0, mostNamed).map(({ field: name, before, after }) => {
          const field = collection.fields.get(name)
          if (!field) return null
          const value = { field, collection, collections, draft: state.draft }
          return (
            <span
              key={name}
              className="inline-flex max-w-72 min-w-0 items-center gap-1 max-sm:hidden"
            >
              <span className="shrink-0 text-muted">{field.label}</span>
              <span className="min-w-0 truncate text-faint line-through">
                <ShowDraftValue {...value} value={before} />
              </span>
              <span aria-hidden="true" className="text-faint">
                →
              </span>
              <span className="min-w-0 truncate">
                <ShowDraftValue {...value} value={after} />
              </span>
            </span>
          )
        })}
        {changes.length > 0 ? (
          <span className="text-muted sm:hidden">
            {t('changeCount', { count: changes.length })}
          </span>
        ) : null}
        {changes.length > mostNamed ? (
          <span className="text-muted max-sm:hidden">
            {t('moreChanges', { count: changes.length - mostNamed })}
          </span>
        ) : null}
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button size="form" onClick={discard} keys={formatKeys('escape')}>
          {isDirty ? t('discard') : t('cancel')}
        </Button>
        <Button
          look="primary"
          size="form"
          disabled={!isDirty || state.isSaving}
          onClick={() => void save()}
          keys={formatKeys('mod+s')}
        >
          {t('save')}
        </Button>
      </div>
    </section>
  )
}
