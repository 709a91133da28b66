/**
 * Loads Solana's libraries without their warnings: web3.js 1 uses Node's deprecated `punycode`, and `bigint-buffer` warns that its native part
 * was not compiled, which is not needed.
 */
export async function quietly<T>(load: () => Promise<T>): Promise<T> {
  const { noDeprecation } = process
  const { warn } = console
  // With --no-deprecation, Node makes the property read-only, and it is set already.
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
