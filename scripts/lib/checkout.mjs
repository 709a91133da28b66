/** Paths of this checkout, and how to run programs in it. Needs only plain Node ≥ 20: used before packages are installed. */
import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The Node that runs everything once packages are installed (npm package `node`). */
export const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Prints a line for the person. Uses stderr, because stdout belongs to the command that is being prepared. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs a command to its end, with its output on stderr. Throws an error with a sentence if it fails.
 * @param {string} what the command in words, for the sentence
 */
export function must(what, command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
  if (done.status === 0) return
  const why = done.error?.message ?? (done.signal ? `signal ${done.signal}` : `exit code ${done.status}`)
  throw new Error(`${what} failed (${why}); the lines above say why.`)
}

/**
 * Runs a program in the foreground until it ends, passing signals on.
 * @returns {Promise<{code: number, signal: string | null, seconds: number, error?: Error}>} code as a shell would give it
 */
export function runForeground(command, args, options = {}) {
  const began = Date.now()
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  const forward = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
  return new Promise((resolve) => {
    const end = (result) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, forward)
      resolve({ seconds: (Date.now() - began) / 1000, ...result })
    }
    child.once('error', (error) => end({ code: 127, signal: null, error }))
    child.once('exit', (code, signal) => end({ code: code ?? 128 + constants.signals[signal], signal }))
  })
}

/** Runs a script's body: an error becomes one line and a non-zero exit code. */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    say(error.message)
    process.exitCode = 1
  }
}
