import { join } from 'node:path'
import { buildIsDue } from '../../scripts/lib/build.mjs'

const root = join(import.meta.dirname, '../..')
/** What is built counts only when it is what the sources are, as under `npm test`. */
const built = !buildIsDue()

/** The program of a practice network's process. What is built starts in a fifth of the time that the sources take. */
export function nodeProgram(chain: 'aptos' | 'solana'): string {
  return built ? join(root, `out/main/${chain}-node.js`) : join(root, `src/core/practice/${chain}/process.ts`)
}
