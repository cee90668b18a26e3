import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { diffLayouts, type LayoutChange } from '../../core/layout/diff-layouts.js'
import { rebaseDraft } from '../../core/layout/layout-draft.js'
import { mergeLayouts, type Side } from '../../core/layout/merge-layouts.js'
import { formatDate } from '../../core/text/format-date.js'
import { useDateStyle } from '../../data/use-date-style.js'
import { Button } from '../../ui/button.js'
import { RadioList } from '../../ui/radio-list.js'
import { ChangeList } from './change-list.js'
import type { EditorDialogProps } from './editor-props.js'
import { replaceDraft } from './editor-store.js'
import type { Published } from './fetch-published.js'
import { useChangeText } from './use-change-text.js'

interface MergeViewProps extends EditorDialogProps {
  readonly published: Published
  readonly isBusy: boolean
  readonly onPublish: () => Promise<void>
}

/** Brings the draft onto what somebody else published; what both changed is chosen one by one. */
export function MergeView(props: MergeViewProps) {
  const { draft, collections, guess, published, isBusy, onPublish, onClose } = props
  const t = useTranslations('layoutEditor.reviewing')
  const style = useDateStyle()
  const describe = useChangeText(collections)
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map())
  const three = useMemo(
    () => ({ base: draft.base.layout, mine: draft.layout, theirs: published.layout }),
    [draft, published],
  )
  const merged = useMemo(() => mergeLayouts(three, { guess, choices }), [three, guess, choices])
  const author = published.author ?? t('somebody')
  const isOpen = merged.conflicts.some(({ key }) => !choices.has(key))

  /** What somebody gets by choosing a side of a conflict, in words. */
  const describeSide = (key: string, side: Side): string => {
    const list = (chosen: Side) => {
      const all = new Map(choices).set(key, chosen)
      return diffLayouts(three.base, mergeLayouts(three, { guess, choices: all }).layout, guess)
    }
    const without = new Set(list(side === 'mine' ? 'theirs' : 'mine').map(identify))
    const only = list(side).filter(change => !without.has(identify(change)))
    return only.length === 0 ? t('asBefore') : only.map(describe).join('; ')
  }

  return (
    <>
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
        <p role="status">
          {published.at === undefined
            ? t('others', { author })
            : t('othersAt', {
                author,
                time: formatDate(published.at, style),
              })}
        </p>
        {merged.conflicts.length > 0 ? (
          <section className="flex flex-col gap-3">
            <h3 className="font-medium">{t('conflicts', { count: merged.conflicts.length })}</h3>
            {merged.conflicts.map(({ key, collection }) => (
              <RadioList<Side | 'none'>
                key={key}
                label={
                  collection === undefined
                    ? t('inNavigation')
                    : (collections.get(collection)?.label ?? collection)
                }
                value={choices.get(key) ?? 'none'}
                onChange={side => setChoices(new Map(choices).set(key, side as Side))}
                options={[
                  { value: 'mine', label: t('mine', { change: describeSide(key, 'mine') }) },
                  {
                    value: 'theirs',
                    label: t('theirs', { author, change: describeSide(key, 'theirs') }),
                  },
                ]}
              />
            ))}
          </section>
        ) : (
          <p className="text-muted">{t('noConflicts')}</p>
        )}
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">{t('yourChanges')}</h3>
          <ChangeList
            changes={diffLayouts(three.theirs, merged.layout, guess)}
            collections={collections}
          />
        </section>
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">{t('theirChanges', { author })}</h3>
          <ChangeList
            changes={diffLayouts(three.base, three.theirs, guess)}
            collections={collections}
          />
        </section>
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
        <Button size="form" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          size="form"
          look="primary"
          disabled={isOpen || isBusy}
          onClick={() => {
            const { tag, layout } = published
            replaceDraft(rebaseDraft(draft, { tag, layout }, merged.layout))
            void onPublish()
          }}
        >
          {t('publishBoth')}
        </Button>
      </footer>
    </>
  )
}

const identify = (change: LayoutChange): string => JSON.stringify(change)
