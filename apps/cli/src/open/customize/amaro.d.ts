/** The parser of Node.js as a package, without types of its own. */
declare module 'amaro' {
  const amaro: {
    transformSync(
      source: string,
      options: { readonly mode: 'strip-only' },
    ): { readonly code: string }
  }
  export default amaro
}
