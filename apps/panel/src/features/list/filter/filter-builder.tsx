import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatFilter, parseFilter } from '../../../core/list/filter-text.js'
import {
  type FilterBranch,
  type FilterTree,
  isBranch,
  isUnreadable,
} from '../../../core/list/filter-tree.js'
import { isComplete } from '../../../core/list/operands.js'
import { Button } from '../../../ui/button.js'
import type { PopupProps } from '../../../ui/on-demand.js'
import { Popover } from '../../../ui/popover.js'
import type { ListSubject } from '../use-list.js'
import { GroupEditor } from './group-editor.js'
import { listFieldGroups } from './list-fields.js'

interface FilterBuilderProps extends ListSubject, PopupProps {
  readonly filter: FilterTree | undefined
  readonly onApply: (filter: FilterTree | undefined) => void
}

/** Builds a filter from conditions and groups, or from text. */
export default function FilterBuilder({ trigger, ...rest }: FilterBuilderProps) {
  const t = useTranslations('filter')
  return (
    <Popover trigger={trigger} title={t('title')} isWide>
      {close => <Builder {...rest} onClose={close} />}
    </Popover>
  )
}

interface BuilderProps extends Omit<FilterBuilderProps, 'trigger'> {
  readonly onClose: () => void
}

function Builder({ collections, collection, filter, onApply, onClose }: BuilderProps) {
  const t = useTranslations('filter')
  const [branch, setBranch] = useState(() => toBranch(filter))
  const [text, setText] = useState<string>()
  const groups = listFieldGroups(collections, collection)
  function apply(next: FilterTree | undefined) {
    onApply(next)
    onClose()
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        apply(text === undefined ? simplify(branch) : parseFilter(text))
      }}
    >
      <div className="max-h-[50dvh] overflow-y-auto px-3 pb-3">
        {text === undefined ? (
          <GroupEditor
            collections={collections}
            collection={collection}
            groups={groups}
            branch={branch}
            onChange={setBranch}
          />
        ) : (
          <textarea
            aria-label={t('text')}
            value={text}
            rows={4}
            spellCheck={false}
            onChange={event => setText(event.target.value)}
            className="w-full rounded-control border border-line-strong bg-surface p-2 font-mono text-small"
          />
        )}
      </div>
      <div className="flex items-center gap-2 border-t border-line p-2">
        <Button
          look="ghost"
          onClick={() => {
            if (text === undefined) {
              const tree = simplify(branch)
              setText(tree ? formatFilter(tree) : '')
            } else {
              setBranch(toBranch(parseFilter(text)))
              setText(undefined)
            }
          }}
        >
          {text === undefined ? t('asText') : t('asForm')}
        </Button>
        <span className="flex-1" />
        <Button look="ghost" onClick={() => apply(undefined)}>
          {t('clear')}
        </Button>
        <Button look="primary" type="submit">
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}

function toBranch(filter: FilterTree | undefined): FilterBranch {
  if (!filter) return { aggregator: 'and', conditions: [] }
  return isBranch(filter) ? filter : { aggregator: 'and', conditions: [filter] }
}

/** Leaves out what is not complete, and groups of one. */
function simplify(tree: FilterTree): FilterTree | undefined {
  if (isUnreadable(tree)) return tree
  if (!isBranch(tree)) return isComplete(tree) ? tree : undefined
  const conditions = tree.conditions.flatMap(each => simplify(each) ?? [])
  if (conditions.length < 2) return conditions[0]
  return { ...tree, conditions }
}
