import { formatAddress } from '../../core/places/address.js'
import { usePlace } from '../../data/place-context.js'

interface EditorLinkProps {
  /** Of the dashboard; `new` for one that does not exist yet. */
  readonly id: string
  readonly label: string
}

/** Leads to the editor of a dashboard. */
export function EditorLink({ id, label }: EditorLinkProps) {
  const { names } = usePlace()
  return (
    <a
      href={formatAddress({ ...names, screen: { kind: 'dashboards', id, isEdited: true } })}
      className="inline-flex h-7 shrink-0 items-center rounded-control border border-line bg-surface px-2 font-medium whitespace-nowrap hover:bg-hover pointer-coarse:min-h-11"
    >
      {label}
    </a>
  )
}
