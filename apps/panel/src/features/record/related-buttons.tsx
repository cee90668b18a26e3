import { Link2, Plus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RelatedTab } from '../../core/record/related.js'
import { type PanelCommand, useCommands } from '../../shell/commands.js'
import { formatKeys } from '../../shell/format-keys.js'
import { Button } from '../../ui/button.js'
import { lazyPart } from '../../ui/lazy-part.js'
import type { RelatedChanges } from './use-related-changes.js'

const RelationPicker = lazyPart(async () => ({
  default: (await import('../../widgets/to-one/picker.js')).RelationPicker,
}))

interface RelatedButtonsProps {
  readonly tab: RelatedTab
  readonly changes: RelatedChanges
  readonly isReady: boolean
}

/** Adds a record that exists, or creates one; only what the person may do. */
export function RelatedButtons({ tab, changes, isReady }: RelatedButtonsProps) {
  const t = useTranslations('record')
  const list = useTranslations('list')
  const [isPicking, setPicking] = useState(false)
  const { mayCreate, mayChange } = tab
  const { create } = changes
  const target = tab.source.collection
  useCommands(
    useMemo(
      (): readonly PanelCommand[] =>
        mayCreate && isReady
          ? [
              {
                id: 'related create',
                title: list('newOf', { name: target.label }),
                group: 'record',
                shortcut: 'c',
                run: create,
              },
            ]
          : [],
      [mayCreate, isReady, create, target.label, list],
    ),
  )
  return (
    <>
      {isPicking ? (
        <div className="w-64 max-sm:w-full">
          <Suspense>
            <RelationPicker
              label={t('addExisting')}
              target={target.name}
              value={null}
              hasFocus
              onChange={choice => {
                setPicking(false)
                if (choice) void changes.add(choice)
              }}
            />
          </Suspense>
        </div>
      ) : null}
      {mayChange ? (
        <Button
          icon={<Link2 size={14} aria-hidden="true" />}
          onClick={() => setPicking(!isPicking)}
          aria-expanded={isPicking}
        >
          {isPicking ? t('cancel') : t('addExisting')}
        </Button>
      ) : null}
      {mayCreate ? (
        <Button
          look="primary"
          icon={<Plus size={14} aria-hidden="true" />}
          keys={formatKeys('c')}
          disabled={!isReady}
          onClick={create}
        >
          {list('newShort')}
        </Button>
      ) : null}
    </>
  )
}
