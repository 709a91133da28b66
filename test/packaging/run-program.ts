import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface Ended {
  code: number | null
  /** Both streams: why a program fails stands in either. */
  output: string
}

/** What a test run sets for its own: a program that is installed elsewhere has none of it. */
const ours = /^(MINTDESK_|npm_|VITEST|NODE_ENV|NODE_OPTIONS|TEST$)/

/** Runs a program to its end, as from a shell outside of this checkout. @param more variables of its environment */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, more = {} }: { cwd?: string; more?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const usual = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
  const env = { ...usual, ...more }
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, output: stdout + stderr }
}

/** A spreadsheet of so many recipients that nobody is. */
export function sheetOf(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `0x${(n + 4096).toString(16).padStart(40, '1')},Badge ${n + 1},ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/${n}.png`,
  )
  return ['recipient,name,image', ...lines, ''].join('\n')
}
