import type { ShowProps } from '../show-props.js'

/** Text, with what was searched for marked. */
export function ShowText({ value, isInTable, search }: ShowProps) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const content = search ? <Marked text={text} search={search} /> : text
  if (isInTable) {
    return (
      <span className="truncate" title={text.length > 24 ? text : undefined}>
        {content}
      </span>
    )
  }
  return <span className="break-words whitespace-pre-wrap">{content}</span>
}

function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  const start = text.toLowerCase().indexOf(search.toLowerCase())
  if (start < 0) return text
  const end = start + search.length
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      <Marked text={text.slice(end)} search={search} />
    </>
  )
}
