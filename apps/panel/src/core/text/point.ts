/** Two numbers: x and y, which on the earth are longitude and latitude. */
export type Point = readonly [number, number]

/** How the numbers of a point are meant. */
export type PointKind = 'plain' | 'earth'

const earthName =
  /(?:^|[\s_])(?:coordinates?|coords|geo|geolocation|geopoint|gps|lat|latlng|lnglat|location|map|place|position)(?:[\s_]|$)/i

/**
 * Returns whether the points of a field are places on the earth, by its name.
 *
 * @example
 * guessPointKind('Store location') // 'earth'
 */
export function guessPointKind(name: string): PointKind {
  return earthName.test(name) ? 'earth' : 'plain'
}

/**
 * Reads a point of a column, `[x, y]`. Texts of people have the latitude first, as maps do:
 * `48.8566, 2.3522`.
 *
 * @example
 * readPoint('48.8566, 2.3522') // [2.3522, 48.8566]
 */
export function readPoint(value: unknown, kind: PointKind = 'earth'): Point | undefined {
  const parts = typeof value === 'string' ? splitPoint(value) : value
  if (!Array.isArray(parts) || parts.length !== 2) return undefined
  const [first, second] = parts.map(readCoordinate)
  if (first === undefined || second === undefined) return undefined
  return typeof value === 'string' && kind === 'earth' ? [second, first] : [first, second]
}

/** Pasted texts have a comma, a semicolon or a blank between the numbers, and sometimes brackets. */
function splitPoint(text: string): readonly string[] {
  if (text.length > 100) return []
  return text
    .replace(/[()[\]]/g, '')
    .split(/[,;\s]+/)
    .filter(part => part !== '')
}

function readCoordinate(part: unknown): number | undefined {
  const isNumeric =
    typeof part === 'number' || (typeof part === 'string' && /^[+-]?\d+(?:\.\d+)?°?$/.test(part))
  const number = isNumeric ? Number.parseFloat(String(part)) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/**
 * Formats a point as people write it: of a place on the earth, the latitude comes first.
 *
 * @example
 * formatPoint([2.3522, 48.8566], 'earth') // '48.8566, 2.3522'
 */
export function formatPoint([x, y]: Point, kind: PointKind): string {
  return kind === 'earth' ? `${y}, ${x}` : `${x}, ${y}`
}

/**
 * Returns the address of a map of a point; undefined when it is no place on the earth.
 *
 * @example
 * buildMapLink([2.3522, 48.8566])
 */
export function buildMapLink([longitude, latitude]: Point): string | undefined {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  const query = `mlat=${latitude}&mlon=${longitude}`
  return `https://www.openstreetmap.org/?${query}#map=15/${latitude}/${longitude}`
}
