/** web3.js 1 asks for Node's deprecated `punycode`, which Node would tell every person at the command line. */
export async function quietly<T>(load: () => Promise<T>): Promise<T> {
  // With Node's own --no-deprecation it cannot be written, and need not be.
  if (process.noDeprecation) return load()
  process.noDeprecation = true
  try {
    return await load()
  } finally {
    process.noDeprecation = false
  }
}
