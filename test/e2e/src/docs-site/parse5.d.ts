// The types that this version of parse5 does not have itself.
declare module 'parse5' {
  export interface Node {
    readonly tagName?: string
    readonly value?: string
    readonly attrs?: readonly { readonly name: string; readonly value: string }[]
    readonly childNodes?: readonly Node[]
  }
  export function parse(
    html: string,
    options: {
      readonly sourceCodeLocationInfo: true
      onParseError(error: { readonly code: string; readonly startLine: number }): void
    },
  ): Node
}
