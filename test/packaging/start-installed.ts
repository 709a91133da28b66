/**
 * Starts an installed Mintdesk on a folder of its own, asks its core whether it is there, and ends it:
 * `node test/packaging/start-installed.ts <program> [arguments]`. For the workflow that builds releases.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

const apiFile = z.object({ url: z.url() })
/** A machine that has just installed it starts it slowly. */
const patienceMs = 60_000

/** Whether the core of a data folder answers. */
async function answers(home: string): Promise<boolean> {
  try {
    const { url } = apiFile.parse(JSON.parse(await readFile(join(home, 'api.json'), 'utf8')))
    return (await fetch(new URL('/health', url))).ok
  } catch {
    return false
  }
}

const [program, ...args] = process.argv.slice(2)
if (program === undefined) throw new Error('Say which program: node test/packaging/start-installed.ts <program>')
const home = await mkdtemp(join(tmpdir(), 'mintdesk-installed-'))
const child = spawn(program, args, { env: { ...process.env, MINTDESK_HOME: home }, stdio: 'inherit' })
const ended = once(child, 'exit')
const until = Date.now() + patienceMs
let isThere = false
while (!isThere && child.exitCode === null && Date.now() < until) {
  isThere = await answers(home)
  if (!isThere) await wait(250)
}
child.kill()
await ended
await rm(home, { recursive: true, force: true })
console.log(isThere ? `${program} was installed and started.` : `${program} did not start.`)
process.exitCode = isThere ? 0 : 1
