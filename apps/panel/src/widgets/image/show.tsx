import type { ShowProps } from '../show-props.js'

export function ShowImage({ value, isInTable }: ShowProps) {
  const address = String(value)
  if (!/^(?:https:\/\/|data:image\/)/i.test(address))
    return <span className="truncate">{address}</span>
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      className={isInTable ? 'size-6 rounded-[4px] object-cover' : 'max-h-40 rounded-control'}
    />
  )
}
