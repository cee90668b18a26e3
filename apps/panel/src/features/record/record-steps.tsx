import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { checkListState } from '../../core/list/check-list-state.js'
import { formatAddress } from '../../core/places/address.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { formatCount } from '../../core/text/format-number.js'
import { ApiError } from '../../data/api-error.js'
import { history } from '../../data/history.js'
import { usePlace } from '../../data/place-context.js'
import { useNeighbours } from '../../data/use-neighbours.js'
import { type PanelCommand, useCommands } from '../../shell/commands.js'
import { useListSearch } from '../../shell/record/use-list-search.js'
import { useToasts } from '../../shell/toasts.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { useListState } from '../../shell/use-list-state.js'
import { IconButton } from '../../ui/button.js'

interface RecordStepsProps {
  readonly collections: Collections
  readonly collection: CollectionModel
  readonly id: string
  readonly tab: string | undefined
}

/**
 * The record before and the one after in the list that the address describes, and where this one is.
 * A list that is not loaded is read when somebody steps, not before.
 */
export function RecordSteps({ collections, collection, id, tab }: RecordStepsProps) {
  const t = useTranslations('record')
  const locale = useLocale()
  const { names, timezone, variables } = usePlace()
  const { show } = useToasts()
  const describeError = useErrorText()
  const { state } = useListState(collection)
  const search = useListSearch()
  const [isFinding, setFinding] = useState(false)
  const source = useMemo(() => ({ collection }), [collection])
  const checked = useMemo(
    () => checkListState(state, collections, collection, timezone, variables),
    [state, collections, collection, timezone, variables],
  )
  const { neighbours, count, find } = useNeighbours(source, checked, collections, id)
  const known = neighbours?.position === undefined || neighbours.needsMore ? undefined : neighbours

  const step = useCallback(
    async (direction: 'previous' | 'next') => {
      setFinding(true)
      try {
        const found = await find()
        const next = found[direction]
        if (next !== undefined) {
          const screen = {
            kind: 'record',
            collection: collection.name,
            id: next,
            ...(tab !== undefined && { tab }),
          } as const
          history.replace(formatAddress({ ...names, screen }) + search)
        } else {
          const isListed = found.position !== undefined
          show({ text: isListed ? t(`no.${direction}`) : t('no.position'), kind: 'info' })
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        show({ text: t('no.position'), kind: 'danger', details: describeError(error) })
      } finally {
        setFinding(false)
      }
    },
    [find, names, collection.name, tab, search, show, describeError, t],
  )
  useCommands(
    useMemo(
      (): readonly PanelCommand[] =>
        (['previous', 'next'] as const).map(direction => ({
          id: `record ${direction}`,
          title: t(direction),
          group: 'record',
          shortcut: direction === 'next' ? ']' : '[',
          isKeyOnly: true,
          run: () => void step(direction),
        })),
      [t, step],
    ),
  )
  return (
    <div className="flex items-center">
      <IconButton
        label={`${t('previous')} [`}
        disabled={isFinding || (known !== undefined && known.previous === undefined)}
        onClick={() => void step('previous')}
      >
        <ChevronLeft size={16} aria-hidden="true" />
      </IconButton>
      {neighbours?.position === undefined ? null : (
        <span className="px-1 text-small text-muted tabular-nums">
          {count
            ? t('position', { position: neighbours.position, total: formatCount(count, locale) })
            : neighbours.position}
        </span>
      )}
      <IconButton
        label={`${t('next')} ]`}
        disabled={isFinding || (known !== undefined && known.next === undefined)}
        onClick={() => void step('next')}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
