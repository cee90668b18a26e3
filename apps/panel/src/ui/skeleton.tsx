/** A grey bar in place of text that is on its way; shown after 150 ms. */
export function Skeleton({ width }: { readonly width: number | string }) {
  return (
    <span
      aria-hidden="true"
      className="appear-late block h-2.5 rounded-full bg-hover"
      style={{ width }}
    />
  )
}
