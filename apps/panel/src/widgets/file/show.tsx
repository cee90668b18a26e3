import { readFileValue } from '../../core/forms/file-value.js'
import { toSafeLink } from '../../core/text/safe-link.js'
import { ShowLink } from '../link/show.js'
import type { ShowProps } from '../show-props.js'
import { ShowText } from '../text/show.js'
import { FileItem } from './file-item.js'

const mostFiles = 20

/** Files: in a table their names, on a page also what they look like. */
export function ShowFile(props: ShowProps) {
  const { value, field, isInTable } = props
  const values = Array.isArray(value) ? value.slice(0, isInTable ? 1 : mostFiles) : [value]
  if (!values.every(each => readFileValue(each))) {
    const isLink = typeof value === 'string' && toSafeLink(value) !== undefined
    return isLink ? <ShowLink {...props} /> : <ShowText {...props} />
  }
  return (
    <span className="flex min-w-0 flex-col gap-2">
      {[...values.entries()].map(([index, text]) => (
        <FileItem key={index} text={String(text)} label={field.label} isInTable={isInTable} />
      ))}
    </span>
  )
}
