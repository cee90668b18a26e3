/** The first letters of a name in a circle. */
export function PersonMark({ name }: { readonly name: string }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-6 shrink-0 items-center justify-center rounded-full bg-selected text-[10px] font-semibold uppercase"
    >
      {name
        .split(/[\s._-]+/)
        .slice(0, 2)
        .map(word => [...word].slice(0, 1))
        .join('')}
    </span>
  )
}
