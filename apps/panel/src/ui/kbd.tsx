/** Keys as a badge, separated by spaces. Screen readers get them from the help. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span aria-hidden="true" className="inline-flex gap-0.5 pointer-coarse:hidden">
      {keys.split(' ').map(key => (
        <kbd
          key={key}
          className="inline-flex h-4 min-w-4 items-center justify-center rounded-[4px] border border-line bg-sunken px-1 font-sans text-tiny font-medium text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
