import { useEffect, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { checkListState } from '../../../core/list/check-list-state.js'
import { formatFilter, parseFilter } from '../../../core/list/filter-text.js'
import { type FilterPath, type FilterTree, replacePart } from '../../../core/list/filter-tree.js'
import { simplifyFilter } from '../../../core/list/simplify-filter.js'
import { formatCount } from '../../../core/text/format-number.js'
import { usePlace } from '../../../data/place-context.js'
import { useCount } from '../../../data/use-count.js'
import { useRested } from '../../../data/use-rested.js'
import { startBranch } from '../../../shell/filter/create-condition.js'
import { GroupEditor } from '../../../shell/filter/group-editor.js'
import { AnchoredPopover } from '../../../ui/anchored-popover.js'
import { Button } from '../../../ui/button.js'
import { Checkbox } from '../../../ui/checkbox.js'
import { Drawer, DrawerBody } from '../../../ui/drawer.js'
import type { List, ListSubject } from '../use-list.js'
import type { FilterOpening } from './filter-opening.js'

interface FilterBuilderProps extends ListSubject {
  readonly list: List
  readonly opening: FilterOpening
  readonly isPhone: boolean
  readonly onClose: () => void
}

/** Builds a filter from conditions and groups, or from text. */
export default function FilterBuilder({ isPhone, onClose, ...rest }: FilterBuilderProps) {
  const t = useTranslations('filter')
  const { anchor } = rest.opening
  const close = () => {
    onClose()
    anchor.focus()
  }
  const builder = <Builder {...rest} onClose={close} />
  if (isPhone) {
    return (
      <Drawer isOpen onClose={close} title={t('title')} closeLabel={t('close')}>
        <DrawerBody>{builder}</DrawerBody>
      </Drawer>
    )
  }
  return (
    <AnchoredPopover anchor={anchor} label={t('title')} isWide onClose={close}>
      {builder}
    </AnchoredPopover>
  )
}

const countRest = 400

/** Kept while the page is open. */
let isAppliedAtOnce = false

type BuilderProps = Omit<FilterBuilderProps, 'isPhone'>

function Builder({ list, opening, onClose, ...subject }: BuilderProps) {
  const t = useTranslations('filter')
  const language = useLocale()
  const { state, change } = list
  const { path = [] } = opening
  const [branch, setBranch] = useState(() => startBranch(opening.tree, subject))
  const [text, setText] = useState<string>()
  const [isLive, setLive] = useState(isAppliedAtOnce)
  const part = text === undefined ? simplifyFilter(branch) : parseFilter(text)
  const next = replaceAt(state.filter, path, part)
  const written = next ? formatFilter(next) : ''
  const rested = useRested(written, countRest)
  const { count, broken } = useFilterCheck(list, subject, rested)

  useEffect(() => {
    const before = state.filter ? formatFilter(state.filter) : ''
    if (isLive && path.length === 0 && rested !== before) change({ filter: parseFilter(rested) })
  }, [isLive, path.length, rested, state.filter, change])

  function apply(filter: FilterTree | undefined) {
    change({ filter })
    onClose()
  }

  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={event => {
        event.preventDefault()
        apply(next)
      }}
    >
      <div className="max-h-[50dvh] min-h-20 overflow-y-auto p-3 max-sm:-mx-1 max-sm:max-h-none max-sm:flex-1 max-sm:p-1">
        {text === undefined ? (
          <GroupEditor {...subject} branch={branch} onChange={setBranch} />
        ) : (
          <TextEditor text={text} broken={broken} onChange={setText} />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line p-2 max-sm:px-0">
        <Button
          look="ghost"
          onClick={() => {
            if (text === undefined) setText(part ? formatFilter(part) : '')
            else {
              setBranch(startBranch(parseFilter(text), subject))
              setText(undefined)
            }
          }}
        >
          {text === undefined ? t('asText') : t('asForm')}
        </Button>
        {path.length === 0 ? (
          <span className="flex items-center gap-1.5 text-small text-muted">
            <Checkbox
              label={t('live')}
              isChecked={isLive}
              onChange={({ isChecked }) => {
                isAppliedAtOnce = isChecked
                setLive(isChecked)
              }}
            />
            <span aria-hidden="true">{t('live')}</span>
          </span>
        ) : null}
        <span role="status" className="flex-1 text-right text-small text-muted tabular-nums">
          {count ? t('count', { count: count.count, text: formatCount(count, language) }) : null}
        </span>
        <Button look="ghost" onClick={() => apply(replaceAt(state.filter, path, undefined))}>
          {t('clear')}
        </Button>
        <div className="flex max-sm:w-full max-sm:[&>button]:flex-1">
          <Button look="primary" type="submit" keys="⏎">
            {t('apply')}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** How many records a filter lets through, and which of its parts say nothing. */
function useFilterCheck(list: List, { collections, collection }: ListSubject, written: string) {
  const { timezone, variables } = usePlace()
  const { state } = list
  const source = useMemo(() => ({ collection }), [collection])
  const checked = useMemo(
    () =>
      checkListState(
        { ...state, filter: parseFilter(written) },
        collections,
        collection,
        timezone,
        variables,
      ),
    [state, written, collections, collection, timezone, variables],
  )
  const { count } = useCount(source, checked)
  const broken = checked.broken.filter(each => each.part === 'filter').map(each => each.text)
  return { count, broken }
}

interface TextEditorProps {
  readonly text: string
  readonly broken: readonly string[]
  readonly onChange: (text: string) => void
}

function TextEditor({ text, broken, onChange }: TextEditorProps) {
  const t = useTranslations('filter')
  return (
    <>
      <textarea
        aria-label={t('text')}
        value={text}
        rows={4}
        spellCheck={false}
        placeholder="and(status.in.(paid,shipped),total.greater_than.100)"
        onChange={event => onChange(event.target.value)}
        className="w-full rounded-control border border-line-strong bg-surface p-2 font-mono text-small placeholder:text-faint"
      />
      {broken.map(part => (
        <p key={part} className="text-small text-danger">
          {t('unreadable', { text: part })}
        </p>
      ))}
    </>
  )
}

/** A filter with a part of it replaced; a part that stands alone is the whole filter. */
function replaceAt(
  filter: FilterTree | undefined,
  path: FilterPath,
  part: FilterTree | undefined,
): FilterTree | undefined {
  const next = path.length === 0 ? part : replacePart(filter, path, part)
  return next && simplifyFilter(next)
}
