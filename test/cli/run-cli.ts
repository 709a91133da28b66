import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Address, getAddress } from 'viem'
import { buildIsDue } from '../../scripts/lib/build.mjs'

const root = join(import.meta.dirname, '../..')
// What is built starts in a third of the time that the sources take; it counts only when it is what the sources are, as under `npm test`.
export const entry = join(root, buildIsDue() ? 'src/cli/index.ts' : 'out/main/cli.js')

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Started {
  child: ChildProcess
  /** What it said so far. */
  said: { stdout: string; stderr: string }
  /** Resolves once either stream holds such a text; fails when the command ends before that. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  ended: Promise<Ended>
}

/** Starts the real command on a data folder, without a terminal. */
export function startCli(home: string, ...args: string[]): Started {
  return startWith('ignore', home, args)
}

function startWith(input: 'ignore' | 'pipe', home: string, args: readonly string[]): Started {
  const { MINTDESK_PORT: _port, npm_lifecycle_event: _npm, ...env } = process.env
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...env, MINTDESK_HOME: home },
    stdio: [input, 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8')
    child[name]?.on('data', (text: string) => {
      said[name] += text
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }))
  return {
    child,
    said,
    ended,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(said.stdout) ?? pattern.exec(said.stderr)
          if (found !== null) resolve(found)
        }
        child.stdout?.on('data', look)
        child.stderr?.on('data', look)
        look()
        void ended.then(({ stdout, stderr }) => reject(new Error(`it ended without ${pattern}:\n${stdout}\n${stderr}`)))
      }),
  }
}

/** Runs the command to its end. */
export function cli(home: string, ...args: string[]): Promise<Ended> {
  return startCli(home, ...args).ended
}

/** Starts the command with somebody at standard input, who answers what `until` sees. */
export function talkToCli(home: string, ...args: string[]): Started & { type(line: string): void } {
  const started = startWith('pipe', home, args)
  return { ...started, type: (line) => void started.child.stdin?.write(`${line}\n`) }
}

/** An address that nobody has used before, the same for the same name. */
export function addressOf(name: string): Address {
  return getAddress(`0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`)
}

export const pixelBytes = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
export const pixel = `data:image/gif;base64,${pixelBytes.toString('base64')}`

/** A spreadsheet whose row `n` (from 1) goes to `addressOf("<name> <n>")` and is named `<name> <n>`. */
export function sheet(name: string, rows: number): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const title = `${name} ${at + 1}`
    return `${addressOf(title)},${title},"${pixel}",Gold`
  })
  return ['recipient,name,image,attributes.Tier', ...lines, ''].join('\n')
}
