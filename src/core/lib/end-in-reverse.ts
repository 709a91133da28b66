/** Ends what was opened, the last first; after a failure the others are still ended. @throws the first failure */
export async function endInReverse(endings: (() => unknown)[]): Promise<void> {
  let failure: unknown
  for (const end of endings.splice(0).reverse()) {
    try {
      await end()
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
}
