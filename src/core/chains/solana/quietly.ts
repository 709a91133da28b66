/**
 * Loads libraries of Solana without what they tell every person at the command line: web3.js 1 asks for Node's deprecated `punycode`, and
 * `bigint-buffer` says that it was not compiled, which it need not be.
 */
export async function quietly<T>(load: () => Promise<T>): Promise<T> {
  const { noDeprecation } = process
  const { warn } = console
  // With Node's own --no-deprecation it cannot be written, and need not be.
  if (!noDeprecation) process.noDeprecation = true
  console.warn = (...said: unknown[]) => {
    if (!String(said[0]).startsWith('bigint: ')) warn(...said)
  }
  try {
    return await load()
  } finally {
    if (!noDeprecation) process.noDeprecation = false
    console.warn = warn
  }
}
