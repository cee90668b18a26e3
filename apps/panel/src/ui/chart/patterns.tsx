import { numberItems } from './number-items.js'

/** How each of the eight hues is drawn where people need more contrast: its lines in a square of 8 pixels. */
const strokes: readonly string[] = [
  '',
  'M0 8 8 0M-2 2 2 -2M6 10 10 6',
  'M0 4H8',
  'M4 0V8',
  'M0 0 8 8M-2 6 2 10M6 -2 10 2',
  'M0 4H8M4 0V8',
  'M0 0 8 8M0 8 8 0',
  'M2 2h.01M6 6h.01',
]

/** How many marks look different; the next one looks like the first. */
export const markCount = strokes.length

/** Dashes tell lines apart without their colours. */
export const dashes: readonly string[] = [
  '',
  '6 5',
  '1 5',
  '10 4 2 4',
  '14 5',
  '4 4 1 4',
  '2 3',
  '18 4 4 4',
]

/** Definitions that `readPattern` refers to. */
export function Patterns({ id }: { readonly id: string }) {
  return (
    <defs>
      {numberItems(strokes).map(({ item: path, at: index }) => (
        <pattern
          key={index}
          id={`${id}${index}`}
          width={8}
          height={8}
          patternUnits="userSpaceOnUse"
        >
          <path
            d={path}
            fill="none"
            stroke="var(--surface)"
            strokeWidth={index === 7 ? 3 : 1.5}
            strokeLinecap="round"
          />
        </pattern>
      ))}
    </defs>
  )
}

export const readPattern = (id: string, index: number) => `url(#${id}${index % markCount})`

/** The class that sets the hue of a mark. */
export const readHue = (index: number) => `chart-${index % markCount}`
