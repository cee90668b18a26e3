/** Imports an optional peer dependency, or throws with the name of the package to install. */
export async function importDriver<M>(name: string, load: () => Promise<M>): Promise<M> {
  try {
    return await load()
  } catch (error) {
    throw new Error(`This database needs the package '${name}': npm install ${name}`, {
      cause: error,
    })
  }
}
