/** What a request is done with, in the order in which it happens. */
export const stages = [
  'HTTP adapter',
  'routing',
  'session',
  'rights',
  'parse',
  'handler',
  'plan',
  'statement',
  'send to the database',
  'decode',
  'serialise',
  'activity log',
  'send the response',
  'collect garbage',
  'Node',
  'other threads',
] as const
export type Stage = (typeof stages)[number]

/** The first pattern that a source file matches names its stage; files that match none belong to their callers. */
const rules: readonly (readonly [RegExp, Stage])[] = [
  [/packages\/http\/src\/(router|prefix|mounts)/, 'routing'],
  [/packages\/agent\/src\/(serve|split-url|handler|decode-names)/, 'routing'],
  [/packages\/(tokens|authorization)\/|packages\/agent\/src\/auth\//, 'session'],
  [/packages\/agent\/src\/(gateway\/|query\/authorise|record\/(require|refuse))/, 'rights'],
  [/packages\/http\/src\/(read-|nests)|packages\/protocol\//, 'parse'],
  [/packages\/agent\/src\/(query\/|record\/(parse|keep))/, 'parse'],
  [/packages\/datasource-toolkit\/src\/(validation|values)/, 'parse'],
  [/packages\/base\/src\/(exact-json|parse)/, 'parse'],
  [/packages\/agent\/src\/(activity|observe)\/|packages\/service-client\//, 'activity log'],
  [/packages\/agent\/src\/serialise\//, 'serialise'],
  [/packages\/agent\/src\//, 'handler'],
  [/packages\/engine\/|packages\/datasource-toolkit\//, 'plan'],
  [
    /packages\/datasource-sql\/src\/(dialects\/postgres\/)?codecs|select-list|pg-protocol\/dist\/(parser|buffer-reader|messages)/,
    'decode',
  ],
  [/packages\/datasource-sql\/|node_modules\/(pg|pg-pool|pg-protocol|pg-types)\//, 'statement'],
  [/node:(_http|http|internal\/http)|packages\/http\//, 'HTTP adapter'],
]

export function findStage(file: string): Stage | undefined {
  return rules.find(([pattern]) => pattern.test(file))?.[1]
}
