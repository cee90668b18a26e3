/**
 * An icon of one path, drawn by plain elements: what is shown in every row or field costs less without a component
 * for each.
 *
 * @example
 * const cross = plainIcon('M18 6 6 18M6 6l12 12', 14)
 */
export function plainIcon(path: string, size: number, className?: string) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={path} />
    </svg>
  )
}
