import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatFilter, parseFilter } from '../../core/list/filter-text.js'
import type { FilterBranch } from '../../core/list/filter-tree.js'
import type { ListSubject } from '../../core/list/list-subject.js'
import { simplifyFilter } from '../../core/list/simplify-filter.js'
import { FilterVariablesContext } from '../../shell/filter/filter-variables.js'
import { GroupEditor } from '../../shell/filter/group-editor.js'
import { Button } from '../../ui/button.js'
import { FormInput } from '../../ui/form-input.js'

interface FilterFieldProps extends ListSubject {
  /** The filter as text. */
  readonly text: string
  readonly problem: string | undefined
  readonly onChange: (text: string) => void
}

/** A chart is for everybody who sees it: its conditions do not stand for one of them. */
const noVariables = { names: [], isForAll: false, areAllowedInLists: false }

/** The records of a chart, by conditions or by text. */
export default function FilterField(props: FilterFieldProps) {
  const { text, problem, onChange, ...subject } = props
  const t = useTranslations('dashboards.editor')
  const f = useTranslations('filter')
  const [isText, setText] = useState(problem !== undefined)
  const [built, setBuilt] = useState(() => ({ text, branch: readBranch(text) }))
  // Somebody chose the filter of a view.
  const branch = built.text === text ? built.branch : readBranch(text)
  function change(next: FilterBranch) {
    const tree = simplifyFilter(next)
    const written = tree ? formatFilter(tree) : ''
    setBuilt({ text: written, branch: next })
    onChange(written)
  }
  return (
    <fieldset aria-label={t('filter')} className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <span className="text-small font-medium text-muted">{t('filter')}</span>
        <Button look="ghost" onClick={() => setText(!isText)}>
          {isText ? f('asForm') : f('asText')}
        </Button>
      </div>
      {isText ? (
        <FormInput
          label={f('text')}
          value={text}
          placeholder="and(status.in.(paid,shipped),total.greater_than.100)"
          help={t('filterHint')}
          problem={problem}
          onChange={onChange}
        />
      ) : (
        <FilterVariablesContext value={noVariables}>
          <GroupEditor {...subject} branch={branch} onChange={change} />
        </FilterVariablesContext>
      )}
    </fieldset>
  )
}

function readBranch(text: string): FilterBranch {
  const tree = parseFilter(text)
  if (!tree) return { aggregator: 'and', conditions: [] }
  return 'aggregator' in tree ? tree : { aggregator: 'and', conditions: [tree] }
}
