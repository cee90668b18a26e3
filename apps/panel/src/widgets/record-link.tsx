import type { ComponentProps } from 'react'
import { formatAddress } from '../core/places/address.js'
import { usePlace } from '../data/place-context.js'

interface RecordLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly collection: string
  readonly id: string
}

/** A link to the page of a record. The shell follows it without loading the page again. */
export function RecordLink({ collection, id, ...rest }: RecordLinkProps) {
  const { names } = usePlace()
  return (
    <a href={formatAddress({ ...names, screen: { kind: 'record', collection, id } })} {...rest} />
  )
}
